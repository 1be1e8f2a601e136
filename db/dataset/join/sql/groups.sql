-- The fingerprints of each content that another live one has.
{{table "alike_prevalent"}}
SELECT s.key, count(*) AS shared
FROM alike_selected s JOIN alike_frequencies f ON s.fingerprint = f.fingerprint
WHERE s.live AND f.df > 1
GROUP BY s.key;

-- The pairs that groups are made of. The earlier content of a pair has more fingerprints that others have too; of contents with as many, it is larger or has the
-- smaller name.
{{table "alike_edges"}}
WITH ends AS (
  SELECT
    s.*,
    p.shared > q.shared OR p.shared = q.shared AND
      (x.size > y.size OR x.size = y.size AND x.name < y.name) AS in_order
  FROM alike_apart s
  JOIN alike_shown x ON s.a = x.key
  JOIN alike_shown y ON s.b = y.key
  JOIN alike_prevalent p ON s.a = p.key
  JOIN alike_prevalent q ON s.b = q.key
)
SELECT
  CASE WHEN in_order THEN a ELSE b END AS earlier,
  CASE WHEN in_order THEN b ELSE a END AS later,
  shared,
  CASE WHEN in_order THEN a_in_b ELSE b_in_a END AS earlier_in_later,
  CASE WHEN in_order THEN b_in_a ELSE a_in_b END AS later_in_earlier,
  resemblance, distinctive
FROM ends;

-- Representatives are the contents that no earlier representative is similar to: the first
-- maximal independent set, in rounds (Blelloch, Fineman and Shun 2012). In each round, the
-- contents without an earlier partner become representatives, their partners members, and
-- the pairs of both are decided. A pair is two rows, one for each content. A round is one
-- pass over the rows that are left, since Spark plans all rounds before it.
{{table "alike_round_0"}}
SELECT later AS key, earlier AS other, true AS after, false AS member, false AS other_member FROM alike_edges
UNION ALL
SELECT earlier, later, false, false, false FROM alike_edges;
{{range .Rounds}}
{{table (printf "alike_round_%d" .)}}
WITH waiting AS (
  SELECT key, other, after, bool_or(after) OVER (PARTITION BY key) AS waits
  FROM alike_round_{{before .}}
  WHERE NOT member AND NOT other_member
),
seen AS (
  SELECT
    key, other, after,
    sum(CASE WHEN waits THEN 1 ELSE 0 END) OVER (PARTITION BY least(key, other), greatest(key, other)) > CASE WHEN waits THEN 1 ELSE 0 END AS other_waits
  FROM waiting
),
taken AS (
  SELECT key, other, after, bool_or(after AND NOT other_waits) OVER (PARTITION BY key) AS member FROM seen
)
SELECT
  key, other, after, member,
  sum(CASE WHEN member THEN 1 ELSE 0 END) OVER (PARTITION BY least(key, other), greatest(key, other)) > CASE WHEN member THEN 1 ELSE 0 END AS other_member
FROM taken;
{{end}}
-- No pair may be undecided in the end.
{{table "alike_members"}}
SELECT DISTINCT key
FROM (
{{- range $i, $n := .Rounds}}
  {{if $i}}UNION ALL {{end}}SELECT key FROM alike_round_{{$n}} WHERE member
{{- end}}
) AS taken
WHERE (
  SELECT CASE WHEN count(*) = 0 THEN true ELSE {{fail (text .LongChains)}} END
  FROM alike_round_{{.LastRound}} WHERE NOT member AND NOT other_member
);

-- A member belongs to the earliest of its representatives.
{{table "alike_grouped"}}
SELECT earlier AS representative, later AS key, shared, earlier_in_later, later_in_earlier, resemblance, distinctive
FROM (
  SELECT
    e.*,
    row_number() OVER (PARTITION BY e.later ORDER BY r.shared DESC, x.size DESC, x.name) AS nth
  FROM alike_edges e
  JOIN alike_members m ON e.later = m.key
  LEFT JOIN alike_members o ON e.earlier = o.key
  JOIN alike_shown x ON e.earlier = x.key
  JOIN alike_prevalent r ON e.earlier = r.key
  WHERE o.key IS NULL
) AS possible
WHERE nth = 1;

-- Contents without a group of others are one if several files have them. in_common is what
-- keeping only the representative saves: the bytes that the other files have in common with it.
{{table "alike_groups"}}
WITH saved AS (
  SELECT g.representative, 1 + x.copies AS files,
    {{digits (printf "g.later_in_earlier * %s" (double 1e6))}} * CAST(x.size AS DOUBLE) AS bytes
  FROM alike_grouped g JOIN alike_shown x ON g.key = x.key
),
summed AS (
  SELECT
    representative,
    CAST(sum(files) AS BIGINT) AS files,
    CAST(sum(CAST(floor(bytes) + CASE WHEN bytes - floor(bytes) >= {{double 0.5}} THEN 1 ELSE 0 END AS BIGINT) * files) AS BIGINT) AS bytes
  FROM saved
  GROUP BY representative
)
SELECT
  s.key AS representative,
  row_number() OVER (ORDER BY s.size * s.copies + coalesce(t.bytes, 0) DESC, s.name) AS nth,
  1 + s.copies + coalesce(t.files, 0) AS files,
  s.size * s.copies + coalesce(t.bytes, 0) AS in_common
FROM alike_shown s
LEFT JOIN alike_members m ON s.key = m.key
LEFT JOIN summed t ON s.key = t.representative
WHERE s.live AND m.key IS NULL AND s.size > 0 AND (t.files > 0 OR s.copies > 0)
{{- if .Limit}}
ORDER BY in_common DESC, s.name
LIMIT {{.Limit}}
{{- end}};

-- A row for each content of a group, the representative first. Its shares are null.
{{answer}}
WITH files AS (
  SELECT
    representative, representative AS key, 'representative' AS role, CAST(NULL AS BIGINT) AS shared,
    CAST(NULL AS DOUBLE) AS in_representative, CAST(NULL AS DOUBLE) AS contains_representative,
    CAST(NULL AS DOUBLE) AS resemblance, CAST(NULL AS DOUBLE) AS distinctive
  FROM alike_groups
  UNION ALL
  SELECT representative, key, 'member', shared, later_in_earlier, earlier_in_later, resemblance, distinctive
  FROM alike_grouped
),
shares AS (
  SELECT
    *,
{{- if eq .By "smaller"}} greatest(in_representative, contains_representative)
{{- else if eq .By "larger"}} least(in_representative, contains_representative)
{{- else if eq .By "union"}} resemblance
{{- else}} distinctive
{{- end}} AS share
  FROM files
)
SELECT
  g.nth AS {{name "group"}}, f.role, x.path, x.path_b64, x.size, c.level, coalesce(t.fingerprints, 0) AS fingerprints, x.copies,
  f.shared,
  {{digits (printf "f.share * %s" (double 1e6))}} AS share,
  {{digits (printf "f.in_representative * %s" (double 1e6))}} AS in_representative,
  {{digits (printf "f.contains_representative * %s" (double 1e6))}} AS contains_representative,
  {{digits (printf "f.resemblance * %s" (double 1e6))}} AS resemblance,
  {{digits (printf "f.distinctive * %s" (double 1e6))}} AS distinctive,
  g.files, g.in_common
FROM shares f
JOIN alike_groups g ON f.representative = g.representative
JOIN alike_shown x ON f.key = x.key
JOIN alike_compared c ON f.key = c.key
LEFT JOIN alike_totals t ON c.key = t.key AND c.level = t.level
ORDER BY g.nth, f.role DESC, f.share DESC, x.name
{{done}}
