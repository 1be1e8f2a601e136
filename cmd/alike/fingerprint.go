package main

import (
	"context"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

type fingerprintOptions struct {
	making makingFlags
	list   listFlags
	out    outputFlags
}

func (a *app) newFingerprint() *cobra.Command {
	var o fingerprintOptions
	c := a.command(verb{
		use:   "fingerprint [flags] FILE…",
		short: "print the fingerprints of files",
		long: `Prints the fingerprints of each FILE, one a line, in order of their place in the
file: offset, value in hexadecimal, check bits in hexadecimal, and with several
files the path. - is standard input. No index is needed.`,
		example: `  alike fingerprint draft.txt
  zcat dump.gz | alike fingerprint -f json -`,
		run: func(ctx context.Context, args []string) error { return a.runFingerprint(ctx, o, args) },
	})
	a.group(c, "Which fingerprints", func(fs *pflag.FlagSet) { o.making.addRuleFlags(fs) })
	a.group(c, "Output", o.out.addFormat, o.list.addFlags)
	return c
}

func (a *app) runFingerprint(ctx context.Context, o fingerprintOptions, args []string) error {
	if err := o.making.rule.Validate(); err != nil {
		return usagef("%v", err)
	}
	args, err := a.arguments(o.list, args)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		return usagef("name at least one file, or - for standard input")
	}
	p := a.printer(o.out)
	sum := a.newSummary("fingerprint")
	err = a.readEach(ctx, args, reading{rule: o.making.rule}, func(f *readFile) error {
		sum.Files, sum.Contents, sum.Read = sum.Files+1, sum.Contents+1, sum.Read+1
		sum.Bytes += f.content.Size
		return p.fingerprints(f, len(args) > 1)
	})
	if err != nil {
		return err
	}
	if err := p.header(fingerprintHeader); err != nil {
		return err
	}
	return p.end(sum)
}

var fingerprintHeader = []string{"path", "path_b64", "offset", "value", "check", "level"}

// fingerprints prints those of one file. In text the value has eight
// hexadecimal digits, which shows its zero bits, and the check four; JSON and
// CSV have numbers.
func (p *printer) fingerprints(f *readFile, named bool) error {
	suffix := ""
	if named {
		suffix = "\t" + visible(f.path)
	}
	plainText, base64Text := csvPath(f.path)
	for _, s := range f.selected {
		p.results++
		value, check, level := s.Fingerprint.Value(), s.Fingerprint.Check(), s.Fingerprint.Level()
		var err error
		switch p.flags.format {
		case "json":
			err = p.object(fingerprintJSON{"fingerprint", jsonName(f.path), s.Offset, uint32(value), check, level})
		case "csv":
			err = p.row(fingerprintHeader, plainText, base64Text, itoa(s.Offset),
				itoa(int64(value)), itoa(int64(check)), itoa(level))
		default:
			err = p.line("%d\t%08x\t%04x%s", s.Offset, uint32(value), check, suffix)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
