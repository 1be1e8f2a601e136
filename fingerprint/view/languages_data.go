package view

import (
	"path"
	"slices"
	"strings"
)

// dataLanguages are markup and data, which a Lexer knows. To the views they are text.
var dataLanguages = []*language{
	{name: "XML", pieces: scripts, files: ".xml .xsd .xsl .xslt .svg .xaml .plist .rss .csproj .fsproj .vcxproj .wsdl .qrc"},
	{
		name: "JSON", files: ".json .jsonc .json5 .jsonl .geojson .webmanifest .avsc .ipynb", comments: cBlock, strings: plain, keys: true,
		keywords: "true false null",
	},
	{
		name: "YAML", files: ".yaml .yml", comments: "#", commentsApart: true, strings: plain, stringsApart: true, keys: true,
		letters: "-./", keywords: "true false null",
	},
	{
		name:     "TOML",
		files:    ".toml .ini .cfg .conf .properties .editorconfig .desktop .service .env .gitconfig pipfile cargo.lock poetry.lock uv.lock",
		comments: "# ;", commentsApart: true, strings: plain, texts: `"""…""" '''…'''`, keys: true, letters: "-.", keywords: "true false",
	},
	{name: "TeX", files: ".tex .sty .dtx .bib", comments: "%", commentsApart: true, leads: `\`},
	{
		name: "Coq", comments: "(*…*)", nestedComments: true, texts: `"…"`, letters: "'",
		keywords: "as else end exists fun if in let match return then type with",
	},
	{
		name: "Puppet", comments: "# /*…*/", texts: plain, leads: "$@",
		keywords: "and case class default define else elsif false function if import in inherits not or true type undef unless",
	},
}

// anyLanguage returns the language of a file, which may be markup or data, or nil.
func anyLanguage(name string, head []byte) *language {
	l := claimant(name, head)
	if stem, _, more := strings.Cut(name, "."); l == nil && more {
		l = claimant(stem, head) // Dockerfile.dev
	}
	if l != nil && !l.notCode && l.pieces != cells {
		return l
	}
	for _, of := range dataLanguages {
		files := strings.Fields(of.files)
		if l != nil && l.name == of.name || slices.Contains(files, name) || slices.Contains(files, path.Ext(name)) {
			return of
		}
	}
	return l
}
