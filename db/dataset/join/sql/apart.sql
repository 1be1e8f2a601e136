-- The similar contents of files that are not set aside.{{if not .Hardlinks}} Under the code view, a file with names
-- of two languages has two contents, which are no pair.{{end}}
{{table "alike_apart"}}
SELECT s.a, s.b, s.shared, s.a_in_b, s.b_in_a, s.resemblance, s.distinctive
FROM alike_similar s
JOIN alike_shown x ON s.a = x.key
JOIN alike_shown y ON s.b = y.key
JOIN alike_known k ON s.a = k.key
JOIN alike_known l ON s.b = l.key
WHERE x.live AND y.live
{{- if not .Hardlinks}}
  AND NOT (x.inode <> 0 AND x.inode = y.inode AND x.device = y.device AND x.host = y.host AND k.checksum = l.checksum)
{{- end}};

