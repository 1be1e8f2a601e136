package view

import "slices"

// The table of languages. Families share an entry if their files are easily mistaken
// for each other (a header is C, C++ or Objective-C), so that another
// extension does not hide a copy. An entry has the keywords of the whole family: a
// superfluous keyword does little harm when it is used as a name, and a missing one
// becomes a name. Built-in type names count as keywords.

const (
	plain  = `"…" '…'`
	cBlock = "// /*…*/"
	// cOperators leaves out >> and >>=, which may be the ends of two lists of type
	// arguments.
	cOperators = "== != <= >= && || += -= *= /= %= &= |= ^= << <<= ++ -- ->"
	cSimple    = "break case continue default do else enum for if return switch while"
)

// fixedFortran is Fortran in fixed form, where a letter in the first column opens a comment.
const fixedFortran = "Fixed-form Fortran"

const fortranKeywords = `allocatable allocate block call case character class close common complex contains continue cycle data deallocate
	default dimension do double elemental else elseif end enddo endif equivalence exit external file format function go
	goto if implicit in include inout inquire integer intent interface intrinsic kind logical module none nullify only
	open optional out parameter pointer precision print private procedure program public pure read real recursive result
	return rewind save select stop subroutine target then to type use where while write`

// languages is the table; if several entries claim an extension, the order decides.
var languages = slices.Concat(commonLanguages, otherLanguages)

var commonLanguages = []*language{
	{
		name: "C",
		files: `.c .h .cc .cpp .cxx .c++ .hh .hpp .hxx .h++ .inl .ipp .tcc .tpp .m .mm .cu .cuh .ino .pde .xs .idl .cl
			.inc .y .yy .ypp .l .cppm .ixx .txx .h.in .opencl`,
		signs:    "#import…#include…@interface…@implementation…@end…#define…__kernel",
		comments: cBlock, strings: plain, delimitedStrings: true, leads: "@",
		operators: cOperators + ` :: ... <=>`, imports: "#include #import",
		keywords: cSimple + ` alignas alignof and asm auto bool catch char char8_t char16_t char32_t class concept const
			consteval constexpr constinit const_cast co_await co_return co_yield decltype delete double dynamic_cast explicit
			export extern false float friend goto inline int long mutable namespace new noexcept not nullptr NULL operator or
			override final private protected public register reinterpret_cast requires restrict short signed sizeof static
			static_assert static_cast struct template this thread_local throw true try typedef typeid typename union unsigned
			using virtual void volatile wchar_t xor _Bool _Complex _Atomic _Generic _Noreturn _Static_assert size_t
			include define undef ifdef ifndef elif endif error pragma defined
			@interface @implementation @protocol @end @property @synthesize @class @selector @try @catch @finally
			@throw @autoreleasepool @import self super nil id instancetype __global__ __device__ __host__ __shared__`,
	},
	{
		name: "C#", files: ".cs .csx .cake .cs.pp", comments: cBlock, strings: plain, raw: `@"…" """…"""`, leads: "@",
		operators: cOperators + ` => ?? ??= ?. :: ..`, imports: "using;",
		keywords: cSimple + ` abstract as async await base bool byte catch char checked class const decimal delegate double event
			explicit extern false finally fixed float foreach get goto implicit in init int interface internal is lock long
			nameof namespace new null object operator out override params partial private protected public readonly record ref
			sbyte sealed set short sizeof stackalloc static string struct this throw true try typeof uint ulong unchecked unsafe
			ushort using value var virtual void volatile when where with yield`,
	},
	{
		name: "Java", files: ".java .jav .bsh .jsh", comments: cBlock, strings: plain, texts: `"""…"""`, letters: "$", leads: "$@",
		operators: cOperators + ` :: ...`, imports: "import; package;",
		keywords: cSimple + ` abstract assert boolean byte catch char class const double extends final finally float goto
			implements import instanceof int interface long native new null package permits private protected public record
			sealed short static strictfp super synchronized this throw throws transient true false try var void volatile yield`,
	},
	{
		name: "Go", files: ".go", comments: cBlock, strings: plain, raw: "`…`",
		operators: cOperators + ` := <- ... &^ &^=`, imports: "import package",
		keywords: `break case chan const continue default defer else fallthrough for func go goto if import interface map package
			range return select struct switch type var nil true false iota bool byte error float32 float64 complex64 complex128
			int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 uintptr rune string any append cap close complex copy
			delete len make new panic print println real recover imag min max clear`,
	},
	{
		name: "Rust", files: ".rs .rs.in", comments: cBlock, nestedComments: true, texts: `"…"`, charLiterals: true, hashStrings: true,
		operators: `== != <= >= && || += -= *= /= %= &= |= ^= << <<= -> => :: .. ..= ...`, imports: "use;",
		keywords: `as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move
			mut pub ref return self Self static struct super trait true type union unsafe use where while yield bool char str i8
			i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 macro_rules`,
	},
	{
		name: "JavaScript", signs: ";…{…=",
		files: `.js .mjs .cjs .jsx .ts .tsx .mts .cts .es6 .jsm .gs .qml .javascript .jake .jsb .jscad .jsfl .jslib
			.jspre .jss .njs .pac .sjs .ssjs .xsjs .xsjslib .qbs`,
		shebangs: "node nodejs deno bun",
		comments: cBlock, strings: plain, texts: "`…`", templates: true, regexps: true, letters: "$", leads: "$@#",
		operators: cOperators + ` === !== ** **= => ?? ??= ?. ... &&= ||=`, imports: "import",
		keywords: cSimple + ` abstract any as asserts async await boolean catch class const constructor debugger declare delete
			export extends false finally from function get implements import in infer instanceof interface is keyof let module
			namespace never new null number object of package private protected public readonly satisfies set static string
			super symbol this throw true try type typeof undefined unique unknown using var void with yield`,
	},
	{
		name: "Python",
		files: `.py .pyw .pyi .pyx .pxd .bzl .star .mojo build.bazel sconstruct wscript snakefile .pxi .gyp .gypi .py3
			.pyde .pyp .pyt .tac .wsgi .xpy .lmi .smk .snakefile module.bazel workspace.bazel`,
		shebangs: "python python2 python3 pypy pypy3",
		comments: "#", strings: plain, texts: `"""…""" '''…'''`,
		operators: `== != <= >= += -= *= /= //= %= @= &= |= ^= << <<= ** **= // -> := ...`, imports: "import from",
		keywords: `False None True and as assert async await break case class continue def del elif else except finally for from
			global if import in is lambda match nonlocal not or pass raise return try while with yield print cdef cpdef`,
	},
	{
		name: "Ruby", percents: true, nested: "#{",
		files: `.rb .rake .gemspec .ru .podspec rakefile gemfile guardfile vagrantfile .cr .builder .eye .god .jbuilder
			.mspec .pluginspec .prawn .rabl .rbi .rbuild .rbw .rbx .ruby .thor .watchr`,
		shebangs: "ruby jruby crystal",
		comments: "# =begin…⏎=end", strings: plain + " `…`", heredocs: true, regexps: true, letters: "?!", leads: "@$", escapes: "?$\\",
		operators: `== === != =~ !~ <= >= <=> && || &&= ||= += -= *= /= %= **= << <<= ** -> => :: .. ... &.`, imports: "require require_relative",
		keywords: `alias and begin break case class def defined? do else elsif end ensure false for if in loop module next nil not or
			raise redo require require_relative rescue retry return self super then true undef unless until when while yield
			attr_accessor attr_reader attr_writer include extend private protected public puts lambda proc macro struct enum`,
	},
	{
		name: "PHP", tagTails: true, outside: "?>…<?", signs: "<?php…<?", files: ".php .php3 .php4 .php5 .php7 .phtml .inc .ctp .phps .phpt .hack .hhi", shebangs: "php",
		comments: "// # /*…*/", texts: plain, leads: "$", heredocs: true, foldCase: true, attributes: true,
		operators: cOperators + ` === !== ** **= => ?? ??= ?-> :: ... <=> .= <>`, imports: "use; namespace;",
		keywords: cSimple + ` abstract and array as bool callable catch class clone const declare echo elseif empty enddeclare
			endfor endforeach endif endswitch endwhile exit extends false final finally float fn foreach function global goto
			implements include include_once instanceof insteadof int interface isset list match mixed namespace new null or
			parent php print private protected public readonly require require_once self static string this throw trait true try
			unset use var void xor yield`,
	},
	{
		name: "Perl", commentsApart: true, regexps: true, signs: "use strict…my $…\nsub …perl…\nuse …\n# …return <<…\n$…=> ", files: ".pl .pm .t .perl .psgi cpanfile .al .ph .plx", shebangs: "perl",
		leads: "$@%", comments: "# =pod…⏎=cut =head…⏎=cut =over…⏎=cut =item…⏎=cut =back…⏎=cut =for…⏎=cut =begin…⏎=cut =end…⏎=cut =encoding…⏎=cut",
		strings: plain, heredocs: true, escapes: "$\\",
		operators: cOperators + ` ** **= => =~ !~ :: .. ... <=> .= &&= ||=`, imports: "use; package;",
		keywords: `and bless chomp close cmp continue croak default defined delete die do each else elsif eq exists for foreach ge
			given gt if join keys last le length local lt map my ne next no not open or our package pop print printf push redo ref
			require return reverse say scalar shift sort split sprintf state sub substr undef unless unshift until use values
			wantarray warn when while x xor`,
	},
	{
		name: "Shell", nested: "$( ${ `", commentsApart: true, bareTags: true, escapes: "\\",
		files: `.sh .bash .zsh .ksh .dash .bats .ebuild .bashrc .profile .zshrc pkgbuild .command .sbatch .sh.in .slurm
			.tmux .tool .zsh-theme .tcsh .csh`,
		shebangs: "sh bash zsh ksh dash ash busybox",
		comments: "#", texts: `"…"`, raw: "'…'", heredocs: true, leads: "$", letters: "-",
		operators: `== != && || ;; += << =~`,
		keywords: `alias break case cd continue declare do done echo elif else esac eval exec exit export false fi for function if in
			let local printf read readonly return select set shift source test then time trap true typeset ulimit umask unset
			until wait while`,
	},
	{
		name: "Kotlin", nested: "${", files: ".kt .kts .ktm", comments: cBlock, nestedComments: true, strings: plain, raw: `"""…"""`, leads: "@",
		operators: cOperators + ` === !== ?: ?. !! :: .. ..<`, imports: "import package",
		keywords: `abstract actual annotation as break by catch class companion const constructor continue crossinline data do
			else enum expect external false final finally for fun get if import in infix init inline inner interface internal is
			it lateinit noinline null object open operator out override package private protected public reified return sealed
			set super suspend tailrec this throw true try typealias val var vararg when where while Int Long String Boolean`,
	},
	{
		name: "Swift", nested: "\\(", files: ".swift", comments: cBlock, nestedComments: true, strings: `"…"`, texts: `"""…"""`, leads: "@#$",
		operators: cOperators + ` === !== ?? ?. ... ..<`, imports: "import",
		keywords: cSimple + ` actor any as associatedtype async await catch class convenience defer deinit didSet dynamic extension
			fallthrough false fileprivate final func get guard import in indirect infix init inout internal is isolated lazy let
			mutating nil nonmutating open operator optional override postfix precedencegroup prefix private protocol public
			repeat required rethrows self Self set some static struct subscript super throw throws true try typealias unowned var
			weak where willSet Int String Bool Double`,
	},
	{
		name: "Scala", nested: "${", files: ".scala .sc .sbt .kojo", comments: cBlock, nestedComments: true, strings: `"…"`, raw: `"""…"""`, charLiterals: true, leads: "@",
		operators: cOperators + ` => <- ::`, imports: "import",
		keywords: `abstract case catch class def derives do else end enum export extends extension false final finally for forSome
			given if implicit import infix inline lazy match new null object opaque open override package private protected
			return sealed super then this throw trait transparent true try type using val var while with yield`,
	},
	{
		name: "Groovy", nested: "${", files: ".groovy .gradle .gvy jenkinsfile .grt .gtpl", shebangs: "groovy", comments: cBlock, strings: plain, texts: `"""…""" '''…'''`, letters: "$", leads: "$@",
		operators: cOperators + ` ?: ?. .. ** =~ <=> ::`, imports: "import package",
		keywords: cSimple + ` abstract as assert boolean byte catch char class const def double extends false final finally float
			goto implements import in instanceof int interface long native new null package private protected public short static
			super synchronized this threadsafe throw throws trait transient true try var void volatile`,
	},
	{
		name: "Dart", nested: "${", files: ".dart", shebangs: "dart", comments: cBlock, nestedComments: true, strings: plain, texts: `"""…""" '''…'''`, letters: "$", leads: "$@",
		operators: cOperators + ` => ?? ??= ?. .. ...`, imports: "import;",
		keywords: cSimple + ` abstract as assert async await base bool catch class const covariant deferred double dynamic export
			extends extension external factory false final finally get hide implements import in int interface is late library
			mixin new null of on operator part required rethrow sealed set show static String super sync this throw true try
			typedef var void when with yield`,
	},
	{
		name: "Lua", files: ".lua .rockspec .wlua .nse .pd_lua .rbxs .p8", shebangs: "lua luajit", comments: "--", strings: plain, longBrackets: true,
		operators: `== ~= <= >= .. ... // :: <<`,
		keywords: `and break do else elseif end false for function goto if in local nil not or repeat return then true until while
			pairs ipairs require self`,
	},
	{
		name: "R", files: ".r .rprofile .rsx", shebangs: "rscript", comments: "#", texts: plain, letters: ".", leads: ".",
		operators: `== != <= >= && || <- <<- -> |> ::`,
		keywords:  `break else FALSE for function if in Inf library NA NaN next NULL repeat return TRUE while`,
	},
	{
		name: "Julia", nested: "$(", files: ".jl", shebangs: "julia", comments: "# #=…=#", nestedComments: true, texts: `"…" """…"""`, charLiterals: true, letters: "!", leads: "@",
		operators: `== != === <= >= && || += -= *= /= ^= => -> :: ... |> .= <<`, imports: "using import",
		keywords: `abstract baremodule begin break catch const continue do else elseif end export false finally for function global
			if import in isa let local macro module mutable nothing primitive quote return struct true try type using where while`,
	},
	{
		name: "Haskell", files: ".hs .hsc .purs .elm .idr .agda .hs-boot .lidr", shebangs: "runhaskell stack", comments: "-- {-…-}", nestedComments: true, strings: `"…"`, texts: `"""…"""`, charLiterals: true, letters: "'",
		operators: `== /= <= >= && || -> <- => :: .. ++ >>= |> <>`, imports: "import",
		keywords: `as case class data default deriving do else family forall foreign hiding if import in infix infixl infixr
			instance let mdo module newtype of port proc qualified rec then type where True False Just Nothing exposing`,
	},
	{
		name: "OCaml", quotedStrings: true, files: ".ml .mli .mll .mly .eliom .re .rei .sml .sig .eliomi .ml4 .fun", shebangs: "ocaml", comments: "(*…*)", nestedComments: true, texts: `"…"`, charLiterals: true, letters: "'",
		operators: `== != <= >= <> && || -> <- := :: |> ;; =>`, imports: "open",
		keywords: `and as assert begin class constraint do done downto else end exception external false for fun function functor if
			in include inherit initializer lazy let match method module mutable new nonrec object of open or private rec sig
			struct then to true try type val virtual when while with fn case datatype structure signature raise handle`,
	},
	{
		name: "F#", signs: "\nlet …\nmodule …\nopen …namespace ", files: ".fs .fsi .fsx", comments: "// (*…*)", nestedComments: true, texts: `"…"`, raw: `@"…" """…"""`, charLiterals: true, letters: "'",
		operators: `<= >= <> && || -> <- := :: |> << .. =>`, imports: "open",
		keywords: `abstract and as assert async base begin class default delegate do done downcast downto elif else end exception
			extern false finally fixed for fun function global if in inherit inline interface internal lazy let match member module
			mutable namespace new not null of open or override private public rec return sig static struct then to true try type
			upcast use val void when while with yield`,
	},
	{
		name: "Erlang", escapes: "$", files: ".erl .hrl .escript .app.src .xrl .yrl", shebangs: "escript", comments: "%", texts: plain, letters: "@", leads: "?",
		operators: `== /= =:= =/= =< >= -> <- ++ -- :: => :=`,
		keywords: `after and andalso band begin bnot bor bsl bsr bxor case catch cond div else end export export_all fun if import
			include let module of not or orelse receive record rem spec try type when xor`,
	},
	{
		name: "Elixir", sigils: true, nested: "#{", escapes: "?", files: ".ex .exs .heex", shebangs: "elixir", comments: "#", texts: `"…" '…' """…""" '''…'''`, letters: "?!", leads: "@",
		operators: `== != === !== <= >= && || -> <- => |> <> ++ -- :: .. =~`, imports: "alias import require",
		keywords: `after alias and case catch cond def defdelegate defexception defguard defimpl defmacro defmacrop defmodule defp
			defprotocol defstruct do else end false fn for if import in nil not or quote raise receive require rescue super true
			try unless unquote use when with`,
	},
	{
		name: "Lisp", signs: "(def…\n;…\n(…(in-package", escapes: "\\?",
		files: `.lisp .lsp .cl .el .scm .ss .sld .rkt .clj .cljs .cljc .edn .fnl .hy .janet .asd .cl2 .cljscm .cljx .hic
			.boot .ny .podsl .sexp .emacs .rktd .rktl .sls .sps`,
		shebangs: "sbcl clisp guile racket emacs clojure bb",
		comments: "; #|…|#", nestedComments: true, texts: `"…"`, letters: "-+*/<>=!?.:&%$~^'", leads: "*+-<>=!?:&%$/",
		keywords: `and begin case cond condition-case def defclass defconst defconstant defcustom define define-record-type
			define-syntax defgeneric defmacro defmethod defn defn- defpackage defparameter defprotocol defrecord defstruct defun
			defvar delay do dolist dotimes else eval-when flet fn for format funcall if in-package interactive labels lambda let
			let* let-syntax letrec loop match module multiple-value-bind nil ns not or progn prog1 provide quasiquote quote recur
			require return save-excursion set! setf setq struct syntax-rules t throw try unless unwind-protect use values when
			while with-open-file`,
	},
	{
		name: "Fortran", files: ".f .for .f77 .f90 .f95 .f03 .f08 .ftn .fpp", comments: "!", strings: plain, quoting: " ", foldCase: true,
		operators: `== /= <= >= ** // :: =>`, imports: "use",
		keywords: fortranKeywords,
	},
	{
		name: fixedFortran, columns: "cC*", comments: "!", strings: plain, quoting: " ", foldCase: true,
		operators: `== /= <= >= ** // :: =>`, imports: "use", keywords: fortranKeywords,
	},
	{
		name: "Pascal", signs: "\nunit …\nprogram …\nbegin…end.…uses …end;…{$… := ", files: ".pas .pp .dpr .dpk .lpr .inc .pascal", comments: "// {…} (*…*)", strings: "'…'", quoting: " ", foldCase: true,
		operators: `:= <> <= >= .. += -=`, imports: "uses;",
		keywords: `and array as asm begin boolean byte case char class const constructor destructor dispinterface div do downto else
			end except exports external false file finalization finally for function goto if implementation in inherited
			initialization inline integer interface is label library longint mod nil not object of on operator or out override
			packed private procedure program property protected public published raise real record repeat resourcestring result
			set shl shr string then threadvar to true try type unit until uses var virtual while with word xor`,
	},
	{
		name: "Ada", files: ".adb .ads .ada .gpr", comments: "--", strings: `"…"`, quoting: " ", charLiterals: true, foldCase: true,
		operators: `:= /= <= >= => .. ** <> <<`, imports: "with; use;",
		keywords: `abort abs abstract accept access aliased all and array at begin body case constant declare delay delta digits do
			else elsif end entry exception exit for function generic goto if in interface is limited loop mod new not null of or
			others out overriding package pragma private procedure protected raise range record rem renames requeue return reverse
			select separate some subtype synchronized tagged task terminate then type until use when while with xor`,
	},
}
