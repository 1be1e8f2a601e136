package main

// The words of each language, and the names of its library that programs use, which no
// disguise renames.
const (
	javaWords = `abstract assert boolean break byte case catch char class const continue default do double else enum extends
		final finally float for goto if implements import instanceof int interface long native new package private protected
		public record return short static super switch synchronized this throw throws transient true false null try var void
		volatile while yield String System out println printf print in err Integer Double Long Character Boolean Math List Map
		Set ArrayList HashMap TreeMap LinkedHashMap HashSet Deque ArrayDeque Queue PriorityQueue Arrays Collections Scanner
		Optional Object Comparator Override RuntimeException Exception StringBuilder Iterator main args length size get put
		add remove append format charAt substring isEmpty equals hashCode toString compareTo stream collect Collectors`
	cWords = `auto break case char const continue default do double else enum extern float for goto if inline int long
		register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while bool
		true false NULL FILE EOF stdin stdout stderr printf fprintf sprintf snprintf scanf sscanf fgets fputs puts putchar
		getc getchar malloc calloc realloc free memcpy memset memmove memcmp strlen strcmp strncmp strcpy strncpy strcat
		strchr strtol strtod strdup exit qsort isalpha isdigit isspace toupper tolower main argc argv size_t assert abs `
	cppWords = `catch class constexpr delete explicit export friend mutable namespace new noexcept nullptr operator override
		private protected public template this throw try typename using virtual std string vector map set pair cout cin cerr
		endl getline move begin end push_back size empty unique_ptr optional function sort find insert erase`
	pythonWords = `False None True and as assert async await break class continue def del elif else except finally for from
		global if import in is lambda match nonlocal not or pass raise return try while with yield self print len range
		sorted enumerate zip map filter sum min max list dict set tuple str int float bool open sys argv stdin stdout stderr
		append items keys values get join split strip format isinstance super __init__ __name__ __main__ __str__ __repr__
		ValueError KeyError Exception reversed any all abs round next iter lower upper`
	javascriptWords = `abstract async await break case catch class const constructor continue debugger default delete do else
		export extends false finally for from function get if import in instanceof let new null of return set static super
		switch this throw true try typeof undefined var void while with yield console log Map Set Array Object String Number
		Math JSON Symbol Promise Error TypeError length push pop shift slice map filter reduce forEach keys values entries
		join split trim has add delete require module exports process`
	goWords = `break case chan const continue default defer else fallthrough for func go goto if import interface map package
		range return select struct switch type var nil true false iota bool byte error float32 float64 int int8 int16 int32
		int64 uint uint8 uint16 uint32 uint64 rune string any append cap close copy delete len make new panic recover min max
		main fmt os io bufio strings strconv sort slices errors sync time context unicode utf8 Println Printf Fprintln Fprintf
		Sprintf Errorf New Error String Scan Text Err Args Exit Stdin Stdout Stderr`
)
