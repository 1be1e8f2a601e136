-- The pair of two contents is one of their smallest names, the smaller name first.
{{- if not .Hardlinks}} Under
-- the code view, a file with names of two languages has two contents and is no pair with itself.
{{- end}}
CREATE OR REPLACE TEMP VIEW alike_ordered AS
SELECT
  CASE WHEN x.name < y.name THEN s.a ELSE s.b END AS a,
  CASE WHEN x.name < y.name THEN s.b ELSE s.a END AS b,
  s.shared,
  CASE WHEN x.name < y.name THEN s.a_in_b ELSE s.b_in_a END AS a_in_b,
  CASE WHEN x.name < y.name THEN s.b_in_a ELSE s.a_in_b END AS b_in_a,
  s.resemblance, s.distinctive
FROM alike_similar s
JOIN alike_shown x ON s.a = x.key
JOIN alike_shown y ON s.b = y.key
{{- if not .Hardlinks}}
JOIN alike_known k ON s.a = k.key
JOIN alike_known l ON s.b = l.key
WHERE NOT (x.inode <> 0 AND x.inode = y.inode AND x.device = y.device AND x.host = y.host AND k.checksum = l.checksum)
{{- end}};

-- A file is shown with its figures at its own level.
{{table "alike_figures"}}
SELECT
  s.key, s.path, s.path_b64, s.name, c.size, c.level, coalesce(t.fingerprints, 0) AS fingerprints, s.copies,
  NOT s.live AS generated
FROM alike_shown s
JOIN alike_compared c ON s.key = c.key
LEFT JOIN alike_totals t ON c.key = t.key AND c.level = t.level;

-- All pairs, with shares in millionths. Of identical files, the smallest name is in a pair
-- with each of the others. Empty files and files that are set aside are left out.
{{table "alike_pairs"}}
SELECT
  x.path AS a_path, x.path_b64 AS a_path_b64, x.name AS a_name, x.size AS a_size, x.level AS a_level,
  x.fingerprints AS a_fingerprints, x.copies AS a_copies, x.generated AS a_generated,
  y.path AS b_path, y.path_b64 AS b_path_b64, y.name AS b_name, y.size AS b_size, y.level AS b_level,
  y.fingerprints AS b_fingerprints, y.copies AS b_copies, y.generated AS b_generated,
  o.shared,
  o.a_in_b * {{double 1e6}} AS a_in_b,
  o.b_in_a * {{double 1e6}} AS b_in_a,
  o.resemblance * {{double 1e6}} AS resemblance,
  o.distinctive * {{double 1e6}} AS distinctive,
  false AS identical,
  round(least(x.size * o.a_in_b, y.size * o.b_in_a)) AS common
FROM alike_ordered o
JOIN alike_figures x ON o.a = x.key
JOIN alike_figures y ON o.b = y.key
UNION ALL
SELECT
  x.path, x.path_b64, x.name, x.size, x.level, x.fingerprints, x.copies, x.generated,
  y.path, CASE WHEN y.path IS NULL THEN {{base64 "y.name"}} END, y.name, x.size, x.level, x.fingerprints, x.copies, x.generated,
  x.fingerprints,
  CASE WHEN x.fingerprints > 0 THEN {{double 1e6}} END,
  CASE WHEN x.fingerprints > 0 THEN {{double 1e6}} END,
  CASE WHEN x.fingerprints > 0 THEN {{double 1e6}} END,
  CASE WHEN x.fingerprints > 0 THEN {{double 1e6}} END,
  true,
  CAST(x.size AS DOUBLE)
FROM alike_figures x
JOIN alike_paths y ON x.key = y.key
WHERE y.nth > 1 AND NOT x.generated AND x.size > 0;

-- Shares are rounded to six digits.
CREATE OR REPLACE TEMP VIEW alike_rounded AS
SELECT
  a_path, a_path_b64, a_name, a_size, a_level, a_fingerprints, a_copies, a_generated,
  b_path, b_path_b64, b_name, b_size, b_level, b_fingerprints, b_copies, b_generated,
  shared,
  {{digits "a_in_b"}} AS a_in_b,
  {{digits "b_in_a"}} AS b_in_a,
  {{digits "resemblance"}} AS resemblance,
  {{digits "distinctive"}} AS distinctive,
  identical,
  common
FROM alike_pairs;

-- How much is shared, squared, times the logarithm of the bytes in common, which is interpolated
-- between powers of 2.
CREATE OR REPLACE TEMP VIEW alike_strengths AS
SELECT
  *,
  share * share * (floor(log2(x)) - 1 + x / power({{double 2}}, floor(log2(x)))) AS strength
FROM (
  SELECT
    *,
    {{double 1}} + common / {{double 64}} AS x,
    CASE WHEN identical THEN {{double 1}} ELSE
{{- if eq .By "smaller"}} greatest(a_in_b, b_in_a)
{{- else if eq .By "larger"}} least(a_in_b, b_in_a)
{{- else if eq .By "union"}} resemblance
{{- else}} distinctive
{{- end}} END AS share
  FROM alike_rounded
) AS r;

-- The strongest first.
{{answer}}
SELECT
  a_path, a_path_b64, a_size, a_level, a_fingerprints, a_copies, a_generated,
  b_path, b_path_b64, b_size, b_level, b_fingerprints, b_copies, b_generated,
  shared, a_in_b, b_in_a, resemblance, distinctive, identical
FROM alike_strengths
ORDER BY
  strength DESC,
  common DESC,
  a_name, b_name
{{- if .Limit}}
LIMIT {{.Limit}}
{{- end}}
{{done}}
{{- if .MaxFrequency}}

-- What --max-frequency left out: the fingerprints that were not looked up though they are in a
-- prefix, and the pairs of contents with one of these, counted once for each. At most so many
-- pairs are missing above.
SELECT
  count(*) AS fingerprints_left_out,
  coalesce(CAST(sum(prefixes * (contents - 1)) AS BIGINT), 0) AS pairs_left_out_at_most
FROM (
  SELECT p.fingerprint, p.common, p.prefixes, r.contents
  FROM (
    SELECT fingerprint, common, count(*) AS prefixes
    FROM alike_prefixes
    WHERE df > {{.MaxFrequency}}
    GROUP BY fingerprint, common
  ) AS p
  JOIN (
    SELECT fingerprint, common, count(*) AS contents
    FROM alike_ranked
    WHERE df > {{.MaxFrequency}}
    GROUP BY fingerprint, common
  ) AS r ON p.fingerprint = r.fingerprint AND p.common = r.common
) AS lists;
{{- end}}
