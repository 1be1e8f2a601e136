-- Documents are the live contents with a simhash. Of documents with the same simhash, the one
-- with the smallest name comes first. A short document says too little for its simhash to be
-- compared, so that it is near only those with the same simhash.
{{source "simhashes"}}

{{table "alike_all_simhashes"}}
SELECT CASE WHEN count(*) >= (SELECT sum(simhashes) FROM alike_exports) THEN true ELSE {{fail (text "the dataset has fewer simhashes than its exports count")}} END AS counted
FROM alike_simhashes;

-- A host that has a document, not set aside, says what its simhash is.
{{table "alike_agreed_simhashes"}}
SELECT CASE WHEN count(*) = 0 THEN true ELSE {{fail "concat('host ', min(message))"}} END AS agreed
FROM (
  SELECT concat(h.folder, ' has a simhash of content ', h.key, ' and host ', f.host, ' has none') AS message
  FROM (SELECT key, min(folder) AS folder FROM alike_simhashes GROUP BY key) AS h
  JOIN (SELECT DISTINCT key, host FROM alike_named WHERE NOT set_aside) AS f ON h.key = f.key
  LEFT JOIN (SELECT DISTINCT key, folder FROM alike_simhashes) AS s ON f.key = s.key AND f.host = s.folder
  WHERE s.key IS NULL
) AS without;

{{table "alike_documents"}}
SELECT
  h.simhash, h.short, s.key, s.size, s.name, s.host, s.device, s.inode, k.checksum,
  row_number() OVER (PARTITION BY h.simhash, h.short ORDER BY s.name) AS nth,
  count(*) OVER (PARTITION BY h.simhash, h.short) AS files
FROM (
  SELECT
    key, any_value(short) AS short,
    CASE WHEN min(said) = max(said) THEN any_value(simhash)
      ELSE {{fail "concat('host ', min_by(folder, said), ' and host ', max_by(folder, said), ' give content ', key, ' different simhashes')"}} END AS simhash
  FROM (SELECT *, coalesce(concat(simhash, ' ', short), '') AS said FROM alike_simhashes) AS h
  GROUP BY key
) AS h
JOIN alike_shown s ON h.key = s.key
JOIN alike_known k ON h.key = k.key
WHERE s.live AND (SELECT counted FROM alike_all_simhashes) AND (SELECT agreed FROM alike_agreed_simhashes);

-- Documents with the same simhash are pairs of the first with each of the others{{if .SizeWithin}}, or with
-- --size-within of each with the next larger one{{end}}. A file with
-- names of two languages has two contents, and is not near itself.
{{table "alike_equal"}}
SELECT d.*
FROM alike_documents d
JOIN alike_documents f ON d.simhash = f.simhash AND d.short = f.short AND f.nth = 1
WHERE d.files > 1 AND (d.nth = 1 OR NOT (
  d.inode <> 0 AND d.inode = f.inode AND d.device = f.device AND d.host = f.host AND d.checksum = f.checksum));

{{table "alike_near"}}
{{- if .SizeWithin}}
SELECT 0 AS distance, short, key, before AS other, 0 AS same_hash, 0 AS other_same_hash
FROM (
  SELECT
    *,
    lag(key) OVER (PARTITION BY simhash, short ORDER BY size, nth) AS before,
    lag(size) OVER (PARTITION BY simhash, short ORDER BY size, nth) AS size_before
  FROM alike_equal
) AS ordered
WHERE before IS NOT NULL AND {{fits "size_before" "size"}}
{{- else}}
SELECT 0 AS distance, d.short, d.key, f.key AS other, 0 AS same_hash, 0 AS other_same_hash
FROM alike_equal d
JOIN alike_equal f ON d.simhash = f.simhash AND d.short = f.short AND f.nth = 1
WHERE d.nth > 1
{{- end}};
{{- if .Distance}}

-- Simhashes that differ in at most {{.Distance}} bits are found by four blocks of 16 bits (Manku, Jain and
-- Das Sarma 2007; Norouzi, Punjani and Fleet 2012). The radii of the blocks, each plus one, add
-- up to {{.Distance}} plus one, so that two such simhashes differ in at most the radius of some block.
-- Each of a million simhashes is compared with {{.Compared}} others if they are spread evenly.
CREATE OR REPLACE TEMP VIEW alike_blocks AS
SELECT * FROM (VALUES
{{- range $i, $b := .Blocks}}{{if $i}},{{end}}
  ({{$b.Number}}, {{$b.Shift}}, {{$b.Radius}})
{{- end}}
) AS blocks(block, shift, radius);

{{table "alike_blocked"}}
SELECT b.block, {{right "d.simhash" "b.shift"}} & 65535 AS value, d.simhash
FROM alike_documents d CROSS JOIN alike_blocks b
WHERE d.nth = 1 AND NOT d.short;

{{table "alike_buckets"}}
SELECT block, value, {{collect "simhash"}} AS simhashes
FROM alike_blocked
GROUP BY block, value;

-- The values that differ in some bits meet once, from the smaller one. A pair that several
-- blocks find counts in the first of these.
{{table "alike_close"}}
WITH flips AS (
  SELECT b.block, f.flip
  FROM alike_blocks b CROSS JOIN range(0, 65536) AS f(flip)
  WHERE bit_count(f.flip) <= b.radius
),
probes AS (
  SELECT h.block, h.simhash, f.flip, {{xor "h.value" "f.flip"}} AS value
  FROM alike_blocked h JOIN flips f ON h.block = f.block
  WHERE {{xor "h.value" "f.flip"}} >= h.value
),
found AS (
  SELECT
    p.block, p.simhash,
    {{explode (keep "s" "b.simhashes" (printf "bit_count(%s) <= %d AND (p.flip > 0 OR s < p.simhash)" (xor "s" "p.simhash") .Distance))}} AS other
  FROM probes p JOIN alike_buckets b ON p.block = b.block AND p.value = b.value
),
measured AS (
  SELECT block, simhash, other, {{xor "simhash" "other"}} AS bits FROM found
)
SELECT simhash, other, bit_count(bits) AS distance
FROM measured
WHERE block = CASE
{{- range .Blocks}}
  WHEN bit_count({{right "bits" .Shift}} & 65535) <= {{.Radius}} THEN {{.Number}}
{{- end}}
END;
{{- if .SizeWithin}}

-- The documents of both simhashes, in order of size, are chains in which each fits the next.
-- Each chain with documents of both is one pair. A bit of mark tells whether it has one yet.
{{table "alike_chained"}}
WITH sides AS (
  SELECT
    c.simhash AS one, c.other AS two, c.distance, d.key, d.size, d.nth, d.files,
    CASE WHEN d.simhash = CASE WHEN x.name < y.name THEN c.simhash ELSE c.other END THEN 0 ELSE 1 END AS side
  FROM alike_close c
  JOIN alike_documents x ON x.simhash = c.simhash AND x.nth = 1 AND NOT x.short
  JOIN alike_documents y ON y.simhash = c.other AND y.nth = 1 AND NOT y.short
  JOIN alike_documents d ON (d.simhash = c.simhash OR d.simhash = c.other) AND NOT d.short
),
ordered AS (
  SELECT *, row_number() OVER (PARTITION BY one, two ORDER BY size, side, nth) AS place FROM sides
),
preceded AS (
  SELECT
    *,
    max(CASE WHEN side = 0 THEN place END) OVER before AS place0,
    max(CASE WHEN side = 1 THEN place END) OVER before AS place1,
    max(CASE WHEN side = 0 THEN size END) OVER before AS size0,
    max(CASE WHEN side = 1 THEN size END) OVER before AS size1
  FROM ordered
  WINDOW before AS (PARTITION BY one, two ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
),
fitting AS (
  SELECT
    *,
    CASE WHEN side = 0 THEN place1 ELSE place0 END AS other_place,
    coalesce({{fits "CASE WHEN side = 0 THEN size0 ELSE size1 END" "size"}}, false) AS own_fits,
    coalesce({{fits "CASE WHEN side = 0 THEN size1 ELSE size0 END" "size"}}, false) AS other_fits
  FROM preceded
)
SELECT
  *,
  max(CASE WHEN other_fits THEN 2 * place + 1 WHEN NOT own_fits THEN 2 * place END) OVER (
    PARTITION BY one, two ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS mark
FROM fitting;
{{- end}}

{{table "alike_far"}}
{{- if .SizeWithin}}
SELECT m.distance, m.key, o.key AS other, m.files - 1 AS same_hash, o.files - 1 AS other_same_hash
FROM alike_chained m
JOIN alike_chained o ON o.one = m.one AND o.two = m.two AND o.place = m.other_place
WHERE m.other_fits AND NOT (m.own_fits AND coalesce(m.mark, 0) % 2 = 1)
{{- else}}
SELECT c.distance, x.key, y.key AS other, x.files - 1 AS same_hash, y.files - 1 AS other_same_hash
FROM alike_close c
JOIN alike_documents x ON x.simhash = c.simhash AND x.nth = 1 AND NOT x.short
JOIN alike_documents y ON y.simhash = c.other AND y.nth = 1 AND NOT y.short
{{- end}};
{{- end}}

-- Nearest first; a has the smaller name. same_hash counts the other documents with the simhash.
{{answer}}
WITH near AS (
  SELECT distance, short, key, other, same_hash, other_same_hash FROM alike_near
{{- if .Distance}}
  UNION ALL
  SELECT distance, false, key, other, same_hash, other_same_hash FROM alike_far
{{- end}}
),
named AS (
  SELECT n.*, x.name < y.name AS in_order
  FROM near n JOIN alike_shown x ON n.key = x.key JOIN alike_shown y ON n.other = y.key
),
sided AS (
  SELECT
    distance, short,
    CASE WHEN in_order THEN key ELSE other END AS a,
    CASE WHEN in_order THEN other ELSE key END AS b,
    CASE WHEN in_order THEN same_hash ELSE other_same_hash END AS a_same_hash,
    CASE WHEN in_order THEN other_same_hash ELSE same_hash END AS b_same_hash
  FROM named
)
SELECT
  s.distance, s.short,
  a.path AS a_path, a.path_b64 AS a_path_b64, a.size AS a_size, a.copies AS a_copies, s.a_same_hash,
  b.path AS b_path, b.path_b64 AS b_path_b64, b.size AS b_size, b.copies AS b_copies, s.b_same_hash
FROM sided s JOIN alike_shown a ON s.a = a.key JOIN alike_shown b ON s.b = b.key
ORDER BY s.distance, a.name, b.name
{{- if .Limit}}
LIMIT {{.Limit}}
{{- end}}
{{done}}
