-- The contents to compare.{{if .Long}} By this measure the windows of small files do not count, which are
-- finer than level 5; small files are compared by the windows that all files have.{{end}}
{{table "alike_compared"}}
SELECT
  k.key, k.size, l.live,
  {{if .Long}}CASE WHEN k.level < 5 AND (SELECT small FROM alike_settings) > 0 THEN 5 ELSE k.level END AS level{{else}}k.level{{end}}
FROM alike_known k JOIN alike_live l ON k.key = l.key;

-- Their fingerprints. Hosts with the same content have the same rows, which count once.
{{source "postings"}}

{{table "alike_selected"}}
SELECT p.fingerprint, p.key, c.level, c.live, p.listed
FROM (
  SELECT fingerprint, key, count(*) AS listed FROM alike_postings
{{- if .Long}}
  WHERE fingerprint < {{bound 5}} OR (SELECT small FROM alike_settings) = 0
{{- end}}
  GROUP BY fingerprint, key
) AS p
JOIN alike_compared c ON p.key = c.key;

-- How many contents of each level have a fingerprint.
{{table "alike_counted"}}
SELECT fingerprint, level, count(*) AS contents, count(*) FILTER (WHERE live) AS live
FROM alike_selected
GROUP BY fingerprint, level;

-- df is the number of live contents with a fingerprint. One that only claimed contents have
-- weighs as if one had it.
{{table "alike_frequencies"}}
SELECT
  fingerprint,
  CAST(sum(contents) AS BIGINT) AS contents,
  greatest(CAST(sum(live) AS BIGINT), 1) AS df
FROM alike_counted
GROUP BY fingerprint;

-- A fingerprint weighs ln(N/df)^2, in units of 2^-24, and at least one unit. N is the number of
-- live contents, and at least 1000, or 400 for small windows. The logarithm is computed as in
-- fdlibm, by additions, multiplications and divisions only, so that it is the same
-- everywhere: N/df = 2^k * (1 + f) with 1 + f between sqrt(2)/2 and sqrt(2).
{{table "alike_weights"}}
WITH live AS (
  SELECT count(*) AS contents FROM alike_live WHERE live
),
quotients AS (
  SELECT df, false AS small, CAST(greatest(contents, 1000) AS DOUBLE) / CAST(df AS DOUBLE) AS x
  FROM (SELECT DISTINCT df FROM alike_frequencies UNION SELECT 1) AS d CROSS JOIN live
  UNION ALL
  SELECT df, true AS small, CAST(greatest(contents, 400) AS DOUBLE) / CAST(df AS DOUBLE) AS x
  FROM (SELECT DISTINCT df FROM alike_frequencies UNION SELECT 1) AS d CROSS JOIN live
),
powers (k, power) AS (
  VALUES {{powers}}
),
halves AS (
  SELECT q.df, q.small, q.x, p.k, p.power, q.x / (p.power * {{double 2}}) AS half
  FROM quotients q JOIN powers p ON q.x >= p.power AND q.x < p.power * {{double 2}}
),
reduced AS (
  SELECT
    df, small,
    CASE WHEN half < {{double 0.7071067811865476}} THEN x / power ELSE half END - {{double 1}} AS f,
    CAST(CASE WHEN half < {{double 0.7071067811865476}} THEN k ELSE k + 1 END AS DOUBLE) AS k
  FROM halves
),
series AS (
  SELECT df, small, f, k, f / ({{double 2}} + f) AS s, {{double 0.5}} * f * f AS hfsq FROM reduced
),
squares AS (
  SELECT df, small, f, k, s, hfsq, s * s AS s2, (s * s) * (s * s) AS s4 FROM series
),
sums AS (
  SELECT
    df, small, f, k, s, hfsq,
    s2 * ({{double 6.666666666666735130e-01}} + s4 * ({{double 2.857142874366239149e-01}}
      + s4 * ({{double 1.818357216161805012e-01}} + s4 * {{double 1.479819860511658591e-01}})))
    + s4 * ({{double 3.999999999940941908e-01}} + s4 * ({{double 2.222219843214978396e-01}}
      + s4 * {{double 1.531383769920937332e-01}})) AS r
  FROM squares
),
logarithms AS (
  SELECT
    df, small,
    k * {{double 6.93147180369123816490e-01}}
    - ((hfsq - (s * (hfsq + r) + k * {{double 1.90821492927058770002e-10}})) - f) AS ln
  FROM sums
)
SELECT
  df,
  max(CASE WHEN NOT small THEN weight END) AS weight,
  max(CASE WHEN small THEN weight END) AS small_weight
FROM (
  SELECT df, small, greatest(CAST(floor(ln * ln * {{double 16777216}} + {{double 0.5}}) AS BIGINT), 1) AS weight
  FROM logarithms
) AS weights
GROUP BY df;

-- The fingerprints with their weights.
{{table "alike_weighed"}}
SELECT
  s.fingerprint, s.key, s.level, s.live, s.listed, f.df,
  CASE WHEN s.fingerprint >= {{bound 5}} AND (SELECT small FROM alike_settings) > 0 THEN w.small_weight ELSE w.weight END AS weight
FROM alike_selected s
JOIN alike_frequencies f ON s.fingerprint = f.fingerprint
JOIN alike_weights w ON f.df = w.df;

-- Contents are compared at the coarser of their levels. So each has a number of fingerprints
-- and a weight at its own level and at each coarser one that a content has. A fingerprint is
-- of all levels up to rung.
{{table "alike_totals"}}
WITH rungs AS (
  SELECT
    key, level, {{rung "fingerprint"}} AS rung,
    count(*) AS fingerprints, CAST(sum(weight) AS BIGINT) AS weight,
    min(listed) AS least, max(listed) AS most
  FROM alike_weighed
  GROUP BY 1, 2, 3
),
steps AS (
  SELECT r.rung, l.level
  FROM (SELECT DISTINCT rung FROM rungs) AS r JOIN (SELECT DISTINCT level FROM alike_compared) AS l ON l.level <= r.rung
)
SELECT
  r.key, s.level,
  CAST(sum(r.fingerprints) AS BIGINT) AS fingerprints,
  CAST(sum(r.weight) AS BIGINT) AS weight,
  min(r.least) AS least, max(r.most) AS most
FROM rungs r JOIN steps s ON r.rung = s.rung AND s.level >= r.level
GROUP BY r.key, s.level;

-- Each content must have the postings that it counts, and from each host the same. Those that
-- other hosts have more or less often than the content are looked at host by host; usually there
-- are none. The hosts named have the least and the greatest number of fingerprints, or of their
-- exclusive or.
{{table "alike_suspects"}}
SELECT
  c.key, c.level, l.host, k.checksum,
  coalesce({{item "k.counts" "c.level - k.level"}}, 0) AS counts,
  coalesce(t.fingerprints, 0) AS fingerprints
FROM alike_compared c
JOIN alike_live l ON c.key = l.key
JOIN alike_known k ON c.key = k.key
LEFT JOIN alike_totals t ON c.key = t.key AND c.level = t.level
WHERE coalesce(t.fingerprints, 0) <> coalesce({{item "k.counts" "c.level - k.level"}}, 0)
  OR t.least <> k.exports OR t.most <> k.exports;

{{table "alike_all_postings"}}
WITH listed AS (
  SELECT DISTINCT s.key, p.folder, p.fingerprint
  FROM alike_postings p JOIN alike_suspects s ON p.key = s.key
  WHERE {{rung "p.fingerprint"}} >= s.level
),
said AS (
  SELECT d.key, d.folder, count(p.fingerprint) AS fingerprints, coalesce(bit_xor(p.fingerprint), 0) AS folded
  FROM (SELECT DISTINCT c.key, c.folder FROM alike_contents c JOIN alike_suspects s ON c.key = s.key) AS d
  LEFT JOIN listed p ON d.key = p.key AND d.folder = p.folder
  GROUP BY d.key, d.folder
),
compared AS (
  SELECT
    key, min(fingerprints) AS least, max(fingerprints) AS most, min(folded) <> max(folded) AS differ,
    CASE WHEN min(fingerprints) < max(fingerprints) THEN min_by(folder, fingerprints) ELSE min_by(folder, folded) END AS host,
    CASE WHEN min(fingerprints) < max(fingerprints) THEN max_by(folder, fingerprints) ELSE max_by(folder, folded) END AS other
  FROM said
  GROUP BY key
),
wrong AS (
  SELECT CASE
    WHEN d.least < d.most OR d.differ THEN concat('host ', d.host, ' and host ', d.other, ' give content ', lower(hex(s.checksum)), ' (key ', s.key, ') different fingerprints')
    ELSE concat('host ', s.host, ' has a file whose content ', s.key, ' does not have the postings that it counts')
  END AS message
  FROM alike_suspects s JOIN compared d ON s.key = d.key
  WHERE s.fingerprints <> s.counts OR d.least <> s.counts OR d.most <> s.counts
)
SELECT CASE WHEN count(*) = 0 THEN true ELSE {{fail "min(message)"}} END AS counted
FROM wrong;

