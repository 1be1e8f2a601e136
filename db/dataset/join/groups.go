package join

import "fmt"

// rounds is the number of rounds in which groups are formed. Go's sources need three. The
// number rises with chains of files, each of which resembles only the next.
const rounds = 16

// Rounds returns the numbers of the rounds, from 1.
func (a *asked) Rounds() []int {
	numbers := make([]int, rounds)
	for i := range numbers {
		numbers[i] = i + 1
	}
	return numbers
}

// LastRound returns the number of the last round.
func (a *asked) LastRound() int { return rounds }

// TooFewRounds is the error if groups are not complete then.
func (a *asked) TooFewRounds() string {
	return fmt.Sprintf("the groups are not complete after %d rounds: files resemble each other in long chains. Ask for pairs, or use a larger --min", rounds)
}
