package view

import (
	"strconv"
	"strings"
	"sync"
)

// Bytes of the code view. Operators of one character stand for themselves, and so do
// these letters for names, numbers and strings. A name that consists of one such letter
// looks like any other name, as intended. tokenTable lists the other bytes.
const (
	nameToken   = 'V'
	numberToken = 'N'
	stringToken = 'S'
)

// longestOperator is the length of the longest operator in bytes.
const longestOperator = 3

// tokenTable lists the byte of each keyword and of each operator of several characters,
// in hexadecimal, and what it stands for. Indexes depend on it: codeRevision must grow
// when it changes.
//
// The byte does not depend on the language, so a file that is taken for a related
// language still matches. The words of a row are never keywords of the same language.
// Operators have rows of their own.
const tokenTable = `
01 >=
02 <=
03 ==
04 ||
05 !=
06 &&
07 ->
08 +=
09 /=
0a -=
0b <<
0c ++
0d *=
0e =>
0f %=
10 --
11 ^=
12 &=
13 ::
14 <<=
15 |=
16 ...
17 ..
18 :=
19 <>
1a **
1b ===
1c <-
1d !==
1e ?.
1f |>
30 //
31 =~
32 ??
33 ~=
34 **=
35 .=
36 <=>
37 !~
38 ..<
39 ??=
41 \=
42 \==
43 ^^
44 declare syntax usize allocatable defmethod id or_return specify
45 defer stop version always defmodule ifeq otherwise sphere
46 define sub view allocate defp identification overload spmd
47 delegate time #define allowzero defn ifneq our sql
48 i64 structure weak always_comb defn- imag outer square
49 inout transient wend annotation defpackage impl over stackalloc
4a instanceof template xnor anonymous defparameter implement overrides standard
4b integer undefined #endif architecture defrecord importing overriding state
4c lazy unsafe #ifdef always_ff defun imports owned sra
4d proc update #ifndef always_latch defvar importstr pairs srl
4f procedure NULL #version anyerror deinit in-package parameters status
50 read None %do anyframe delta impure parent static_assert
51 record Self %else anytype deprecated include_once parfor static_cast
52 typeof variable %end argparse derive indexed part str
54 undef value %if asc derives incr patsubst std_logic
55 String wait %let assembly deriving infer partial stream
57 alias abort %macro asserts desc indirect pause storage
58 any abs %mend assertz destructor infixl payable strictfp
59 close access %put associatedtype difference infixr partition subscription
5a downto accept %then atomic didSet inherits permits subroutine
61 &&=
62 ||=
63 ..=
64 ;;
65 =:=
66 =<
67 ?:
68 ?=
69 !!
6a &.
6b &^
6c &^=
6d -->
6e /.
6f //=
70 /@
71 :-
72 :>
73 <<-
74 =..
75 =/=
76 =\=
77 >>=
78 ?->
79 @=
7a @@
80 else ADD And asserta collect directive
81 if ARG Apply FP bagof extensions inject
82 for merge message AS band dimension instance retract subst
83 return List title CMD bnot discontiguous inherited polygon terraform
84 while copy resource Begin bor elem intersection qualified thisContext
85 in list given @autoreleasepool automatic divide int16 persistent syntax-rules
86 false False assign %to augroup die inertial pic summarize
87 true True at BEGIN autocmd disable infile picture std_logic_vector
88 do pub add Array bit disconnect int8 provider target_link_libraries
89 case length display BeginPackage baremodule downcast ipairs popd tailrec
8a continue rec alter Block attr_accessor digits initialization posedge sum
8b break each configuration Break authority-check dispinterface initializer pointer supply0
8c try elsif cd COPY auto_cast division inquire preload supply1
8d or sealed bytes Bool b8 dyn initialize preserve symbol
8e and throws complex Boolean bit_set dynamicparam input-output primitive sync
8f class i16 attribute Catch between dolist inspect pop system
90 function i32 concept Clear attr_reader dotimes iota postfix subtract
91 enum format check Do bless echom isa postponed tabulate
92 not i8 filter Double br egen insteadof println texture
93 catch block del Dictionary attr_writer end-evaluate instead prog1 tagged
94 default rem command END bind end-if interactive properties tables
95 import endwhile buffer @catch bigint elemental keys progn tempvar
96 type short defmacro ENTRYPOINT breakpoint empty intersect precedencegroup thru
97 end ifdef align ENV builtins emit isnt php subscript
98 private after discard EXPOSE br_if end-perform isreftype primary t
99 switch table andalso Each buf endef intent program-id terminate
9a as unless exec @class br_table endfunc intrinsic pushd threadlocal
9b interface drop defprotocol @end bsl endlocal isolated push times
9c const endfunction defstruct Else bsr ensure int256 prefix timestamp
9d is mutable endswitch End builtin endgenerate kind provide threadsafe
9e new eval eq EndPackage bxor endmacro isnot protocol threadvar
9f null optional ge @finally bysort endinterface iterator published todo
a0 static constraint delay Error bus enumeration it put tolower
a1 then typedef immutable FALSE callable ensures keyof ptr tool
a2 throw append exists FILENAME call_indirect endmodule layout query translate
a3 when real info @implementation bytes32 enddeclare leq qui toupper
a4 finally values extend @import callconv endpackage lappend quietly transmute
a5 set f32 endcase @interface calldata entity isset quasiquote transparent
a6 public f64 execute FROM cancel endtask labels quit transport
a7 string fun create @property capture entry last rd typeset
a8 let library endclass @protocol cap environment key rank ubyte
a9 module except endtry @selector cards equ late rawptr u128
aa var ifndef dim FS cascade endform let* rand uint256
ab with go gt @synthesize casex errdefer lateinit recur tuple
ac bool repeat debugger For byref endloop let-syntax recursive ulimit
ad struct join generic Function byval equivalence libname redefines umask
ae super label enddo HEALTHCHECK casez erase language recover unexport
af int infix implementation If cdef errorlevel letrec raiseevent unaffected
b0 of output int32 @throw cbuffer errordomain lindex reified undelete
b1 protected printf int64 Inf centroid eval-when left reduce tri
b2 using source invariant Just chan events limited reg units
b3 void move index LABEL character esac len redim unlet
b4 abstract result friend Map changing evaluate limit regexp uint16
b5 assert readonly isize @try chomp endmethod linear_extrude references uniform
b6 package base keep Message char16_t exist leave release transaction
b7 goto sort matrix Long circle existing linksection regsub truncate
b8 include constructor fixed Module cdouble exitloop lib regress unquote
b9 select cast longint NA char32_t expect llength ren unknown
ba this test initial NF class_name export_all literal renames unshift
bb begin sizeof le NOFRAME classdef exposing load repeated unittest
bc delete trait member NOPTR checked exports localparam reject untyped
bd exit u16 lt NOSPLIT char8_t expr locals require_relative unwind-protect
be to pragma no NR clone factory logic required_providers uplevel
bf until u32 memory NaN cls dynamic_cast logical raising upcast
c0 yield pure methods Needs cmp fail instancetype requeue unstring
c1 double u64 linkage Nil collapse exporting lss require_once upvar
c2 elseif synchronized nand Not co_await fallback macro_rules reserved upsert
c3 endif shared ne Nothing color fd make resourcestring use_module
c4 export write nor Null column family mapping restore uses
c5 override u8 nothing OFS commit fi mat2 retain types
c6 use date noinline ONBUILD co_return field-symbols mat3 rethrow vmap
c7 extends Int none ORS co_yield fetch mat4 retry up
c8 from unset others Ok common fileprivate mata reinterpret_cast usingnamespace
c9 loop val number Or complex128 file-control math restrict vec2
ca where auto off PC complex64 filter-out me revert usage
cb final all packed Plot compute find max rewind variant
cc float clear parameter Print companion finalization mdo rethrows voidptr
cd foreach cond order Protect component findall min returning thread_local
ce global body panic RODATA comptime find_package mend revoke typename
cf nil constant params RS concat finish minkowski rewrite vararg
d0 open decimal pass RUN concatenate fixed32 mirror rlock vec3
d1 out defined perform Range condition-case fixed64 mixed right vpath
d2 async distinct port ReplaceAll const_cast flat mkdir rotate vwait
d3 await div process Result constants flet model rollback vec4
d4 data done puts Return consteval float2 modifier rol varchar
d5 match event redo Rule constexpr float3 modify ror warning
d6 object endfor replace SB constinit float32 modport rpc wantarray
d7 union endforeach report SHELL construct float4 multiple-value-bind satisfies warn
d8 xor extension rescue SP contains float64 multiply row wchar
d9 char fallthrough resume STOPSIGNAL contract forSome mutation sampler2D where-object
da fn explicit reverse Set context for_each mutating rows whileFalse
db get foreign run Switch converter foreach-object my samplerCube wchar_t
dc implements generate requires TRUE convenience forall nameof save whileTrue
dd map implicit section Table count foreach_reverse mustinherit save-excursion wildcard
de namespace inner setlocal Throw covariant forever newtype say willSet
df on inherit signed USER cpdef forvalues never sbyte with-open-file
e0 self group shl VOLUME croak form mybase scale wire
e1 byte input sig Vector2 crate full neq search write-host
e2 call init schema Vector3 cstring funcall negedge scope word
e3 error insert shr WORKDIR crossinline fragment nextfile send working-storage
e4 extern into some WRAPPER cube functor nl seq withevents
e5 func lambda size_t Which cross gen noalias select-options write-output
e6 inline like sprintf While cycle genvar nmap separate writeln
e7 local lock subtype With current geq nnoremap service yes
e8 long method substr actor cursor giving noisily set! xcopy
e9 raise mut step _Atomic cylinder getline natural setf x
ea virtual mixin suspend abap_bool database globl nonlocal setget
eb volatile option target abap_false datalines goback nonmutating sequence
ec boolean opaque task _Bool datatype gosub nop setof
ed def orelse text _Complex dchar graph nonrec severity
ee dynamic param trigger _Generic deallocate gsub noremap setq
ef echo native typealias _Noreturn debug grant nosuspend sfixed32
f0 elif precision trace abap_true defclass gtr normal shell
f1 exception program trap _Static_assert defconst guard not_in show
f2 external quote typeid add_executable defined? guarded nothrow serial
f3 file receive uint32 __device__ defconstant half notin signature window
f4 internal property uint64 __global__ defcustom halt nullify silent
f5 macro range ulong __host__ defdelegate handle ns sinclude
f6 mod rename uint8 __shared__ deferred having occurs sint32
f7 next required uintptr actual decltype hidden numeric smooth
f8 operator returns unreachable add_library defexception handles only sla
f9 print register unchecked addhandler defgeneric hide offset sint64
fa ref rune unique address defguard hiding noexcept single
fb require signal unit addr defparam highlight nullptr sleep
fc uint scalar unsigned addressof defimpl hull onready sll
fd array shift unowned alignas define-record-type i128 oneof smallint
fe asm split varying aliased define-syntax ifFalse options spec
ff by start ushort alignof defmacrop ifTrue or_else spawn
`

// tokenBytes returns the bytes of keywords and operators.
var tokenBytes = sync.OnceValue(func() map[string]byte {
	all := map[string]byte{}
	for line := range strings.Lines(tokenTable) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		token, _ := strconv.ParseUint(words[0], 16, 8) // a test checks the table
		for _, word := range words[1:] {
			all[word] = byte(token)
		}
	}
	return all
})

// mnemonic returns the byte of an instruction or command that is not a keyword: 7 bits
// of its FNV-1a hash and the top bit. Instructions are too many for the table. Of Go's
// assembly only 2 % more pairs of files share a window than by whole words.
func mnemonic(word []byte) byte {
	h := uint32(fnvBasis)
	for _, b := range word {
		h = (h ^ uint32(b)) * fnvPrime
	}
	return 0x80 | byte(h>>24)
}

// multiple is an operator of several characters, or a keyword.
type multiple struct {
	text  string
	token byte
}

// keyword returns the slot of a word: an empty one if it is no keyword.
func (r *rules) keyword(word []byte) *multiple {
	n := len(word)
	h := uint(n) + 5*uint(word[0]) + 29*uint(word[n/2]) + 101*uint(word[n-1])
	for ; ; h++ {
		slot := &r.keywords[h&uint(len(r.keywords)-1)]
		if slot.text == "" || slot.text == string(word) {
			return slot
		}
	}
}

// joined returns the longest operator at the start of b, of length 1 if it is alone.
func (r *rules) joined(b []byte) (n int, token byte) {
	if len(b) < 2 || !r.second[b[1]] {
		return 1, b[0]
	}
	for i := range r.operators[b[0]] {
		o := &r.operators[b[0]][i]
		if len(b) >= len(o.text) && string(b[:len(o.text)]) == o.text {
			return len(o.text), o.token
		}
	}
	return 1, b[0]
}
