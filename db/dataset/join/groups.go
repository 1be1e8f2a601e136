package join

import "fmt"

// rounds is the number of rounds in which groups are formed. Go's sources need three. The
// number rises with chains of files, each of which resembles only the next.
const rounds = 16

// roundNumbers returns the numbers of the rounds, from 1.
func roundNumbers() []int {
	numbers := make([]int, rounds)
	for i := range numbers {
		numbers[i] = i + 1
	}
	return numbers
}

// tooFewRounds is the error if groups are not complete then.
var tooFewRounds = fmt.Sprintf("the groups are not complete after %d rounds: files resemble each other in long chains", rounds)
