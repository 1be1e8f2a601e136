package view

// otherLanguages is the rest of the table: older and rarer languages, hardware, build and
// query languages, files that hold code, and files that do not.
var otherLanguages = []*language{
	{
		name: "COBOL", starts: "*", files: ".cob .cbl .cpy .cobol .ccp", comments: "*>", strings: plain, quoting: " ", foldCase: true, letters: "-",
		operators: `<= >= <> **`,
		keywords: `accept add alter call cancel close compute configuration copy data delete display divide division else end
			end-evaluate end-if end-perform environment evaluate exit fd file file-control from giving go goback if
			identification initialize input-output inspect into is linkage merge move multiply not occurs of open perform pic
			picture procedure program-id read redefines release return rewrite run search section select set sort start stop
			string subtract then thru times to unstring until use usage using value values varying when working-storage write`,
	},
	{
		name: "Visual Basic", signs: "Attribute VB_…VERSION 1.0 CLASS…End Sub…Dim ", files: ".vb .vbs .bas .cls .frm .vba .ctl .dsr", comments: "' rem", strings: `"…"`, quoting: " ", foldCase: true,
		operators: `<> <= >= += -= *= /= &= := <<`, imports: "imports",
		keywords: `addhandler addressof and andalso as boolean byref byte byval call case catch class const continue date declare
			default delegate dim do double each else elseif end enum erase error event exit explicit false finally for friend
			function get goto handles if implements imports in inherits integer interface is let lib like long loop me mod module
			mustinherit mybase namespace new next not nothing object of on option optional or orelse overrides private property
			protected public raiseevent readonly redim resume return select set shared single static step stop string structure
			sub then throw to true try type until using variant wend when while with withevents xor`,
	},
	{
		name: "PowerShell", nested: "$(", files: ".ps1 .psm1 .psd1", shebangs: "pwsh", comments: "# <#…#>", texts: `"…"`, raw: `'…' @'…⏎'@ @"…⏎"@`, quoting: "`", escapes: "`", leads: "$", letters: "-", foldCase: true,
		operators: `+= -= *= /= %= :: .. && || ++ --`,
		keywords: `begin break catch class continue data do dynamicparam else elseif end enum exit filter finally for foreach
			foreach-object from function hidden if in param process return static switch throw trap try until using where-object
			while write-host write-output`,
	},
	{
		name: "Batch", files: ".bat .cmd", comments: "rem ::", strings: `"…"`, quoting: " ", foldCase: true, mnemonics: true,
		operators: `== && ||`,
		keywords: `call cd cls copy defined del do echo else endlocal equ errorlevel exist exit for geq goto gtr if in leq lss mkdir
			move neq not off on pause pushd popd rd rem ren set setlocal shift start title type xcopy`,
	},
	{
		name: "MATLAB", files: ".m .matlab", signs: "\n%…\nfunction …endfunction…\nend\n", shebangs: "octave", comments: "% %{…⏎%} #", strings: `"…"`, quoteOperator: true,
		operators: `== ~= != <= >= && || += -= *= /= ++ -- ...`,
		keywords: `break case catch classdef continue do else elseif end endfunction endif endwhile enumeration events false for
			function global if methods otherwise parfor persistent properties return spmd switch true try until while`,
	},
	{
		name: "SQL",
		files: `.sql .ddl .dml .psql .pgsql .plsql .pls .pks .pkb .tsql .hql .cql .mysql .udf .viw .prc .fnc .bdy .pck
			.plb .spc .tpb .tps .trg .vw .db2`,
		comments: "-- #␣ /*…*/", texts: "'…'", doubtfulEscape: true, raw: "\"…\" `…`", foldCase: true, leads: "@",
		operators: `<> != <= >= || := ::`,
		keywords: `add all alter and any as asc begin between bigint bool boolean by cascade case char check column commit constraint
			create cross current cursor database date decimal declare default delete desc distinct double drop each else elsif
			end except exception execute exists false fetch float for foreign from full function grant group having if in index
			inner insert instead int integer intersect into is join key language left like limit loop natural not null numeric of
			offset on or order outer over partition precision primary procedure references replace return returns revoke right
			rollback row rows schema select sequence serial set smallint table text then time timestamp to transaction trigger
			true truncate union unique update using values varchar view when where while window with`,
	},
	{
		name: "Tcl", files: ".tcl .tk .itcl .exp .sdc .tcl.in .tm .xdc", shebangs: "tclsh wish expect", comments: "#", commentsAtLineStart: true, texts: `"…"`, stringsApart: true, escapes: "\\", leads: "$", mnemonics: true,
		operators: `== != <= >= && ||`,
		keywords: `after append array break catch close concat continue default else elseif error eval expr file for foreach format
			global if incr info join lappend lindex list llength namespace open package proc puts read regexp regsub rename return
			set source split string switch then trace unset uplevel upvar variable vwait while`,
	},
	{
		name: "AWK", files: ".awk .gawk .auk .mawk .nawk", shebangs: "awk gawk mawk nawk", comments: "#", strings: `"…"`, regexps: true, leads: "$",
		operators: cOperators + ` !~ ** ^=`,
		keywords: `BEGIN END break continue delete do else exit for function getline gsub if in index length match next nextfile
			print printf return split sprintf sub substr system tolower toupper while NF NR FS OFS ORS RS FILENAME`,
	},
	{
		name: "Plan 9 assembly", files: ".s", signs: "TEXT ·…textflag.h…TEXT\t·…(SB)", comments: cBlock, strings: plain, letters: "·∕", mnemonics: true, macros: true,
		operators: `<> <<`, imports: "#include",
		keywords: `include define ifdef ifndef else endif undef SB FP SP PC NOSPLIT NOFRAME RODATA NOPTR WRAPPER`,
	},
	{
		name: "Assembly", signs: ".globl…section…\n;….text….global", files: ".s .asm .nasm .a51 .sx .nas .x68", comments: "// ; #␣ /*…*/", strings: plain, letters: "$", leads: ".%$", foldCase: true, mnemonics: true, macros: true,
		operators: `<<`, imports: "#include",
		keywords: `include define ifdef ifndef else endif undef text data globl`,
	},
	{
		name:     "Make",
		files:    `.mk .mak makefile gnumakefile bsdmakefile kbuild .make .makefile .mkfile`,
		shebangs: "make", comments: "#", leads: "$", letters: "-",
		operators: `:= ?= += != ::`,
		keywords: `define else endef endif export ifdef ifeq ifndef ifneq include override private sinclude unexport vpath
			call eval filter filter-out foreach if info error warning wildcard patsubst shell subst`,
	},
	{
		name: "CMake", files: ".cmake cmakelists.txt .cmake.in", comments: "# #[[…]] #[=[…]=]", texts: `"…"`, raw: "[[…]] [=[…]=] [==[…]==]", escapes: "\\", foldCase: true, mnemonics: true,
		keywords: `if elseif else endif foreach endforeach while endwhile function endfunction macro endmacro set unset list string
			file include find_package add_executable add_library target_link_libraries option message return and or not`,
	},
	{
		name: "Docker", files: ".dockerfile dockerfile containerfile .containerfile", comments: "#", commentsAtLineStart: true, strings: plain, letters: "-", leads: "$", mnemonics: true,
		operators: `&& ||`,
		keywords:  `FROM RUN CMD LABEL EXPOSE ENV ADD COPY ENTRYPOINT VOLUME USER WORKDIR ARG ONBUILD STOPSIGNAL HEALTHCHECK SHELL AS`,
	},
	{
		name: "Verilog", signs: "module …endmodule…`timescale", files: ".v .vh .sv .svh .va .veo", comments: cBlock, strings: `"…"`, letters: "$", leads: "$`",
		operators: `== != === !== <= >= && || << -> => :: += -= ++ --`,
		keywords: `always always_comb always_ff always_latch and assert assign automatic begin bit buf case casex casez class
			constraint default defparam disable else end endcase endclass endfunction endgenerate endinterface endmodule
			endpackage endtask enum for forever function generate genvar if import initial inout input int integer interface
			localparam logic longint modport module nand negedge new nor not or output package parameter posedge property rand
			real reg repeat return signed specify string struct supply0 supply1 task time tri typedef union unsigned virtual void
			wait while wire xnor xor`,
	},
	{
		name: "VHDL", files: ".vhd .vhdl .vho .vhf .vhi .vhs .vht .vhw", comments: "-- /*…*/", strings: `"…"`, quoting: " ", charLiterals: true, foldCase: true,
		operators: `<= >= := => /= ** <>`, imports: "library; use;",
		keywords: `abs access after alias all and architecture array assert attribute begin block body buffer bus case component
			configuration constant disconnect downto else elsif end entity exit file for function generate generic group guarded
			if impure in inertial inout is label library linkage literal loop map mod nand new next nor not null of on open or
			others out package port postponed procedure process pure range record register reject rem report return rol ror select
			severity shared signal sla sll sra srl subtype then to transport type unaffected units until use variable wait when
			while with xnor xor std_logic std_logic_vector`,
	},
	{
		name: "Zig", files: ".zig .zon", comments: `// \\`, strings: plain, leads: "@",
		operators: `== != <= >= += -= *= /= %= &= |= ^= << <<= ++ ** => -> .. ...`,
		keywords: `align allowzero and anyerror anyframe anytype asm async await bool break callconv catch comptime const continue
			defer else enum errdefer error export extern false fn for if inline linksection noalias noinline nosuspend null opaque
			or orelse packed pub resume return struct suspend switch test threadlocal true try type undefined union unreachable
			usingnamespace usize isize u8 u16 u32 u64 i8 i16 i32 i64 var void volatile while`,
	},
	{
		name: "Nim", files: ".nim .nims .nimble .nimrod", comments: "# #[…]#", nestedComments: true, strings: `"…"`, raw: `"""…"""`, charLiterals: true,
		operators: `== != <= >= += -= *= /= &= .. ..< => -> ::`, imports: "import",
		keywords: `addr and as asm bind block bool break case cast concept const continue converter defer discard distinct div do
			elif else end enum except export false finally for from func if import in include int interface is isnot iterator let
			macro method mixin mod nil not notin object of or out proc ptr raise ref return result seq shl shr static string
			template true try tuple type using var when while xor yield`,
	},
	{
		name: "D", signs: "import …module …void …;", files: ".d .di", comments: "// /*…*/ /+…+/", texts: `"…"`, raw: "`…`", charLiterals: true, leads: "@",
		operators: cOperators + ` => .. ... ^^ ~=`, imports: "import; module;",
		keywords: cSimple + ` abstract alias align asm assert auto body bool byte cast catch cdouble char class const dchar debug
			delegate delete deprecated double export extern false final finally float foreach foreach_reverse function goto immutable
			import in inout int interface invariant is lazy long mixin module new nothrow null out override package pragma private
			protected public pure real ref scope shared short static string struct super synchronized template this throw true try
			typeof ubyte uint ulong union unittest ushort version void wchar with`,
	},
	{
		name: "Solidity", files: ".sol", comments: cBlock, strings: plain,
		operators: cOperators + ` ** =>`, imports: "import; pragma;",
		keywords: cSimple + ` abstract address anonymous as assembly bool bytes bytes32 calldata catch constant constructor contract
			delete emit error event external fallback false from function immutable import indexed int int256 interface internal is
			library mapping memory modifier new override payable pragma private public pure receive require returns revert storage
			string struct this throw true try type uint uint8 uint256 unchecked using view virtual`,
	},
	{
		name: "Shader", signs: "void main…gl_…uniform…#version",
		files: `.fs .glsl .vert .frag .geom .comp .tesc .tese .hlsl .fx .shader .wgsl .metal .frg .fsh .fshader .glslf
			.glslv .gshader .rchit .rmiss .vrx .vsh .vshader .cginc .fxh .hlsli`,
		comments: cBlock, strings: `"…"`, leads: "#@",
		operators: cOperators,
		keywords: cSimple + ` attribute bool buffer cbuffer centroid const discard double false flat float float2 float3 float4 fn half
			in inout int invariant layout let mat2 mat3 mat4 matrix out precision register sampler2D samplerCube smooth static
			struct texture true uint uniform var varying vec2 vec3 vec4 void volatile #define #ifdef #ifndef #endif #version`,
	},
	{
		name: "Schema", files: ".proto .thrift .fbs .capnp .avdl .graphql .gql .graphqls", comments: "// # /*…*/", strings: plain, texts: `"""…"""`, leads: "@$",
		imports: "import; package; syntax;",
		keywords: `bool bytes const directive double enum exception extend extends extensions false fixed32 fixed64 float fragment
			group i8 i16 i32 i64 implements import include input int32 int64 interface list map message mutation namespace oneof
			option optional package public query rank repeated required reserved returns rpc scalar schema service set sfixed32
			sint32 sint64 stream string struct subscription syntax table throws true type typedef uint32 uint64 union void`,
	},
	{
		name: "HCL", files: ".tf .tfvars .hcl .nomad .tofu", comments: "# // /*…*/", strings: `"…"`, heredocs: true, letters: "-",
		operators: `== != <= >= && || => ...`,
		keywords: `any bool data dynamic each else endfor endif false for for_each if in locals map module null number output
			provider required_providers resource string terraform true variable`,
	},
	{
		name: "Vala", files: ".vala .vapi", comments: cBlock, strings: plain, texts: `"""…"""`, leads: "@",
		operators: cOperators + ` => ?? ..`, imports: "using;",
		keywords: cSimple + ` abstract as async base bool catch char class const construct delegate delete double dynamic ensures
			errordomain extern false finally float foreach get global in inline int interface internal is lock long namespace new
			null out override owned params private protected public ref requires set signal size_t sizeof static string struct
			this throw throws true try typeof uint unowned using var virtual void volatile weak yield`,
	},
	{
		name: "Prolog", signs: "\n:- …:-…\n% …\n%%", files: ".pro .pl .prolog .plt .yap", shebangs: "swipl", comments: "% /*…*/", texts: plain, charCodes: true,
		operators: `:- --> -> \= == \== =:= =\= =.. =< >=`,
		keywords: `is mod rem not dynamic discontiguous module use_module findall bagof setof assert asserta assertz retract fail true
			false halt append member length write writeln nl format`,
	},
	{
		name: "Vim script", files: ".vim .vimrc .vmb", strings: "'…'", quoting: " ", comments: `"`, commentsAtLineStart: true, letters: "#:",
		operators: `== != =~ !~ <= >= && || += -= .= ..`,
		keywords: `abort augroup autocmd break call catch command continue echo echom else elseif endfor endfunction endif endtry
			endwhile execute finally finish for func function highlight if in let map nmap nnoremap noremap normal return set
			setlocal silent source syntax throw try unlet vmap while`,
	},
	{
		name: "Nix", nested: "${", files: ".nix", comments: "# /*…*/", texts: `"…"`, raw: "''…''", letters: "-'",
		operators: `== != <= >= && || -> ++ // ...`,
		keywords:  `assert builtins else false if import in inherit let null or rec then throw true with`,
	},
	{
		name: "CoffeeScript", nested: "#{", files: ".coffee .litcoffee .cson .cjsx .iced", shebangs: "coffee", comments: "# ###…###", texts: `"…" '…' """…""" '''…'''`, regexps: true, letters: "$", leads: "$@",
		operators: cOperators + ` ** // => .. ... ?= ?. ::`,
		keywords: `and await break by case catch class continue debugger default delete do else extends false finally for from
			function if import in instanceof is isnt loop new no not null of off on or return super switch then this throw true try
			typeof undefined unless until when while yield yes`,
	},
	{
		name: "Haxe", files: ".hx .hxsl .as", comments: cBlock, texts: plain, regexps: true, leads: "@$",
		operators: cOperators + ` => ...`, imports: "import; package;",
		keywords: cSimple + ` abstract cast catch class dynamic extends extern false final from function get implements import in
			inline interface internal is macro native new null operator overload override package private protected public set
			static super this throw to trace true try typedef untyped using var void`,
	},
	{
		name: "Apex", signs: "public …trigger …private …global ", files: ".cls .trigger .apex", comments: cBlock, strings: "'…'", foldCase: true, leads: "@",
		operators: cOperators + ` === !== => ?.`,
		keywords: cSimple + ` abstract boolean catch class date decimal delete double extends false final finally from global
			implements insert instanceof integer interface list long map new null object on override private protected public
			select set static string super this throw transient trigger true try undelete update upsert virtual void where with`,
	},
	{
		name: "GDScript", files: ".gd", comments: "#", strings: plain, texts: `"""…""" '''…'''`, leads: "@$",
		operators: `== != <= >= && || += -= *= /= %= := -> ** <<`,
		keywords: `and as assert await bool break breakpoint class class_name const continue elif else enum export extends false
			float for func get if in int is load match not null onready or pass preload print return self set setget signal static
			super tool true var void when while yield String Array Dictionary Vector2 Vector3`,
	},
	{
		name: "SAS", starts: "*", statements: true, files: ".sas", comments: "/*…*/", strings: plain, quoting: " ", foldCase: true, leads: "%&",
		operators: `<= >= ^= ~= || ** <>`,
		keywords: `and array by cards class data datalines delete do drop else end eq file format from ge gt if in infile input
			keep label le length libname lt macro mend merge model ne not options or order out output proc put quit rename retain
			run select set sql sum table then title to until var when where while %do %else %end %if %let %macro %mend %put %then %to`,
	},
	{
		name: "ABAP", columns: "*", files: ".abap", comments: `"`, strings: "'…' `…` |…|", quoting: " ", foldCase: true, letters: "-", leads: "@<",
		operators: `<= >= <> => -> && += -=`,
		keywords: `abap_bool abap_false abap_true and append as assign at authority-check begin by call case catch changing check class
			clear concatenate constants continue create data define delete do else elseif end endcase endclass enddo endform
			endfunction endif endloop endmethod endtry endwhile exception exit exporting field-symbols find for form from function if
			implementation importing in include initial inner insert interface into is join leave like loop method methods modify
			move new not object of on optional or parameters perform private protected public raise raising read ref report return
			returning section select select-options sort standard static structure table tables then to try type types up update
			using value values when where while with write`,
	},
	{
		name: "Stata", starts: "*", files: ".do .ado .mata .doh .matah", comments: cBlock, strings: `"…"`, quoting: " ",
		operators: `== != ~= <= >= ++ --`,
		keywords: `by bysort capture clear collapse display do drop egen else end exit foreach forvalues gen generate global graph if
			in keep label local loop merge mata noisily of preserve program qui quietly regress rename replace restore return
			scalar sort summarize syntax tabulate tempvar use using version while`,
	},
	{
		name: "Wolfram", files: ".wl .wls .wlt .m", signs: "BeginPackage[…(* …:=…Module[…_, ", comments: "(*…*)", nestedComments: true, texts: `"…"`, letters: "$`", leads: "$",
		operators: `== != === <= >= && || := -> :> // /@ @@ /. <> ++`,
		keywords: `And Apply Begin BeginPackage Block Break Catch Clear Do Each Else End EndPackage False For Function If List Map
			Message Module Needs None Not Null Or Plot Print Protect Range ReplaceAll Return Rule Set Switch Table Throw True
			Which While With`,
	},
	{
		name: "Smalltalk", files: ".st", escapes: "$", comments: `"…"`, raw: "'…'",
		operators: `:= ~= == <= >=`,
		keywords:  `false ifFalse ifTrue nil self super thisContext to true whileFalse whileTrue do collect select inject and or not`,
	},
	{
		name: "Fish", files: ".fish", shebangs: "fish", commentsApart: true, escapes: "\\", comments: "#", texts: plain, leads: "$", letters: "-",
		operators: `== != && ||`,
		keywords: `and argparse begin break builtin case command continue count echo else end eval exec exit for function if in math
			not or printf read return set source status string switch test while`,
	},
	{
		name: "Odin", files: ".odin", comments: cBlock, nestedComments: true, strings: plain, raw: "`…`", leads: "@#$",
		operators: cOperators + ` := :: .. ... ..< ..=`, imports: "import package",
		keywords: cSimple + ` auto_cast b8 bit_set bool cast context cstring defer distinct dynamic f32 f64 fallthrough false foreign i16
			i32 i64 i8 import in int map matrix nil not_in or_else or_return package proc rawptr rune string transmute true typeid u16
			u32 u64 u8 uint union uintptr using when where`,
	},
	{
		name: "V", files: ".v .vsh", signs: "\nfn …\npub fn …\nimport …mut …println(", comments: cBlock, nestedComments: true, texts: plain, leads: "@$",
		operators: cOperators + ` := .. ...`, imports: "import module",
		keywords: `as asm assert atomic bool break byte const continue defer else enum f32 f64 false fn for go goto i16 i64 i8 if import in
			int interface is isreftype lock map match module mut none or pub return rlock rune select shared sizeof spawn static
			string struct true type typeof u16 u32 u64 u8 union unsafe voidptr volatile`,
	},
	{
		name: "Gleam", files: ".gleam", comments: "//", texts: `"…"`, leads: "@",
		operators: `== != <= >= && || -> <- |> <> ..`, imports: "import",
		keywords: `as assert auto case const delegate derive echo else fn if implement import let macro opaque panic pub test todo type use
			Error False Int List Nil Ok Result String True`,
	},
	{
		name: "WebAssembly text", files: ".wat .wast", comments: ";; (;…;)", nestedComments: true, strings: `"…"`, letters: ".$-", leads: "$",
		keywords: `block br br_if br_table call call_indirect data drop elem else end export f32 f64 func global i32 i64 if import
			local loop memory module mut nop param result return select start table then type unreachable`,
	},
	{
		name: "AutoHotkey", files: ".ahk .au3", comments: "; /*…*/", commentsApart: true, strings: plain, quoting: "`", foldCase: true, leads: "#$@",
		operators: cOperators + ` := <> .= =>`,
		keywords: `and break case catch class continue default dim do else elseif endfunc endif endswitch enum exit exitloop extends
			false finally for func function global gosub goto if in local loop next not or return select send sleep static step
			switch then throw to true try until wend while`,
	},
	{
		name: "ReScript", files: ".res .resi", comments: cBlock, nestedComments: true, texts: `"…"`, raw: "`…`", charLiterals: true, leads: "@%",
		operators: `== === != !== <= >= && || ++ -> => |> :: ... :=`,
		keywords: `and as assert async await constraint downto else exception external false for if in include lazy let module mutable
			of open private rec switch to true try type unit when while with`,
	},
	{
		name: "OpenSCAD", files: ".scad", comments: cBlock, texts: `"…"`, leads: "$",
		operators: `== != <= >= && ||`,
		keywords: `circle color cube cylinder difference each echo else false for function hull if include intersection let linear_extrude
			minkowski mirror module polygon rotate scale sphere square translate true undef union use`,
	},
	{
		name: "Configuration code", files: "meson.build meson_options.txt .bicep .jsonnet .libsonnet .rego .cue .pkl", comments: "# // /*…*/",
		strings: plain, texts: `'''…''' """…"""`, raw: "|||…|||", leads: "@$",
		operators: `== != <= >= && || += => :: := ...`,
		keywords: `and assert break continue default def else elif elseif endforeach endif error existing false for foreach func function
			if import importstr in let local module not null or output package param reduce resource return self super target then
			true type using var with`,
	},
	{
		name: "CSS", files: ".css", comments: "/*…*/", strings: plain, raw: "url(…)", words: true, foldCase: true, keys: true,
		letters: "-", leads: "-@#$.",
	},
	{
		name: "SCSS", files: ".scss .sass .less", comments: cBlock, strings: plain, raw: "url(…)", words: true, foldCase: true, keys: true,
		letters: "-", leads: "-@#$.%",
	},
	{name: "Markdown", pieces: fences, files: ".md .markdown .mdx .rmd .qmd"},
	{name: "HTML", pieces: scripts, files: ".html .htm .xhtml .vue .svelte .astro"},
	{name: "Notebook", pieces: cells, files: ".ipynb"},
	// These are not code. They are listed because they share extensions with code or
	// because the text view suits them. Files that the table does not know get the
	// text view as well.
	{name: "TeX", notCode: true, files: ".tex .cls .sty .dtx .bib", signs: "\\ProvidesClass…\\NeedsTeXFormat…\\begin{"},
	{name: "Coq", notCode: true, files: ".v", signs: "Require …Lemma …Qed.…Theorem …Definition …Proof.…Inductive …Ltac…(**…Notation "},
	{name: "XML", notCode: true, files: ".xml .xsd .xsl .svg .ts", signs: "<?xml…<!DOCTYPE TS…<TS…</TS>…</context>…</message>"},
	{name: "Puppet", notCode: true, files: ".pp", signs: "=> …ensure …$…node "},
	{name: "dependencies", notCode: true, files: ".d", signs: ".o:…: \\\n"},
	{name: "Qt project", notCode: true, files: ".pro", signs: "TEMPLATE…QT +=…SOURCES…\n#"},
	{name: "ProGuard", notCode: true, files: ".pro", signs: "-keep…-dont…\n#"},
	{name: "prose", notCode: true, files: ".rst .txt .adoc"},
	{name: "data", notCode: true, files: ".json .yaml .yml .toml .ini .cfg .csv .tsv"},
}
