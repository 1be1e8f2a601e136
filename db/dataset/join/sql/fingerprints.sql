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

-- A fingerprint weighs 1/√k, in units of 2^-24, if k other live contents have it, and 1 if none
-- has. The root is rounded as IEEE 754 says, so that it is the same everywhere.
{{table "alike_weights"}}
SELECT df, CAST(floor({{double 16777216}} / sqrt(CAST(greatest(df - 1, 1) AS DOUBLE)) + {{double 0.5}}) AS BIGINT) AS weight
FROM (SELECT DISTINCT df FROM alike_frequencies UNION SELECT 1) AS d;

-- The fingerprints with their weights.
{{table "alike_weighed"}}
SELECT
  s.fingerprint, s.key, s.level, s.live, s.listed, f.df, w.weight
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

