-- No content weighs less than this in a share: 150 bytes or 24 tokens in windows side by side
-- that no other content has.
{{table "alike_least"}}
SELECT {{whole "w.weight * CASE WHEN s.view = 'code' THEN 24 ELSE 150 END" "s.window_size"}} AS least, s.view, s.small
FROM alike_settings s JOIN alike_weights w ON w.df = 1
WHERE (SELECT counted FROM alike_all_postings);

-- Prefix filtering (Bayardo, Ma, Srikant 2007; Vernica, Carey, Li 2010). The fingerprints
-- of a content at a level are put in an order that is the same everywhere, the rarest first.
-- Only those are ranked that another content has at that level: one of exactly this level,
-- or, at the content's own level, one of a finer level. remaining and remaining_weight are
-- the number and the weight of a fingerprint and all that follow it. At the rarest fingerprint
-- that two contents share, both have at least what they share remaining.
{{table "alike_ranked"}}
SELECT
  w.key, l.level AS common, w.fingerprint, w.level, w.live, w.df, w.weight,
  t.fingerprints, CAST(greatest(t.weight, (SELECT least FROM alike_least)) AS DOUBLE) AS total,
  row_number() OVER (PARTITION BY w.key, l.level ORDER BY w.df DESC, w.fingerprint DESC) AS remaining,
  CAST(sum(w.weight) OVER (
    PARTITION BY w.key, l.level ORDER BY w.df DESC, w.fingerprint DESC ROWS UNBOUNDED PRECEDING
  ) AS BIGINT) AS remaining_weight
FROM alike_weighed w
JOIN (
  SELECT c.fingerprint, c.level,
    sum(c.contents) OVER (PARTITION BY c.fingerprint ORDER BY c.level) AS contents,
    sum(c.live) OVER (PARTITION BY c.fingerprint ORDER BY c.level) AS live
  FROM alike_counted c JOIN alike_frequencies f ON c.fingerprint = f.fingerprint
  WHERE f.contents > 1
) AS l ON w.fingerprint = l.fingerprint AND w.level <= l.level AND l.contents > 1 AND l.live > 0
JOIN alike_totals t ON w.key = t.key AND l.level = t.level;
{{$min := double .Min}}{{$slack := double 0.999999999}}
-- The fingerprints by which a content finds its partners, so that each partner has one of
-- them: the rarest, as long as what remains could pass. A content that passes finds the
-- other, so it is enough to look from one side. A factor just below 1 makes up for rounding.
CREATE OR REPLACE TEMP VIEW alike_prefixes AS
SELECT *
FROM (
  SELECT
    r.*,
{{- if eq .By "distinctive"}}
    -- Outside the code view, that part is enough if another share reaches the threshold.
    r.total * {{$slack}} * CASE WHEN (SELECT view FROM alike_settings) = 'code' THEN {{$min}} ELSE {{double .Part}} END AS enough
{{- else}}
    r.fingerprints * {{$slack}} * {{$min}} AS enough
{{- end}}
  FROM alike_ranked r
) AS with_bounds
WHERE remaining >= {{.MinShared}}
  AND {{if eq .By "distinctive"}}remaining_weight{{else}}remaining{{end}} >= enough;

-- The pairs of contents that may pass: those with a common fingerprint in the prefix of one,
-- after which enough remains in both. Boilerplate is hardly ever in a prefix, and so is
-- not joined with itself. a is the content with fewer fingerprints.
{{table "alike_candidates"}}
SELECT {{template "fewer" .}}, p.common
FROM alike_prefixes p JOIN alike_ranked o ON p.fingerprint = o.fingerprint AND p.common = o.common
WHERE {{template "may" .}}
{{- if eq .By "distinctive"}}
  AND o.remaining_weight >= p.enough
{{- else if eq .By "union"}}
  -- They share at most what remains in either. So the smaller one has a shorter prefix.
  AND p.fingerprints >= o.fingerprints
  AND least(p.remaining, o.remaining) >= {{$min}} * {{$slack}} / (1 + {{$min}}) * (p.fingerprints + o.fingerprints)
  AND o.remaining >= {{$min}} * {{$slack}} / (1 + {{$min}}) * 2 * o.fingerprints
{{- else}}
  AND o.remaining >= p.enough
{{- if eq .By "larger"}}
  AND p.fingerprints >= o.fingerprints
{{- end}}
{{- end}}
GROUP BY 1, 2, 3;

-- What the candidates share: the fingerprints of one, and which of them the other has.
{{fixed "alike_probed"}}
SELECT c.a, c.b, c.common, r.fingerprint, r.weight
FROM alike_candidates c
{{- if .SizeWithin}}
JOIN alike_compared k ON c.a = k.key
JOIN alike_compared l ON c.b = l.key
  AND CAST(abs(k.size - l.size) AS DOUBLE) <= {{double .Within}} * CAST(greatest(k.size, l.size) AS DOUBLE)
{{- end}}
JOIN alike_ranked r ON c.a = r.key AND c.common = r.common;

{{fixed "alike_shared"}}
SELECT p.a, p.b, p.common, count(*) AS shared, CAST(sum(p.weight) AS BIGINT) AS weight
FROM alike_probed p
JOIN alike_ranked r ON p.b = r.key AND p.common = r.common AND p.fingerprint = r.fingerprint
GROUP BY p.a, p.b, p.common
HAVING count(*) >= {{.MinShared}};

-- The shares of both. Those that pass are similar.
{{table "alike_similar"}}
WITH shares AS (
  SELECT
    s.a, s.b, s.common, s.shared,
    CAST(s.shared AS DOUBLE) / CAST(x.fingerprints AS DOUBLE) AS a_in_b,
    CAST(s.shared AS DOUBLE) / CAST(y.fingerprints AS DOUBLE) AS b_in_a,
    CAST(s.shared AS DOUBLE) / CAST(x.fingerprints + y.fingerprints - s.shared AS DOUBLE) AS resemblance,
    least(CAST(s.weight AS DOUBLE) / CAST(greatest(x.weight, l.least) AS DOUBLE), {{double 1}}) AS weighted_a,
    least(CAST(s.weight AS DOUBLE) / CAST(greatest(y.weight, l.least) AS DOUBLE), {{double 1}}) AS weighted_b,
    l.view = 'code' AS code, l.small > 0 AND s.common < 5 AS small
  FROM alike_shared s
  JOIN alike_totals x ON s.a = x.key AND s.common = x.level
  JOIN alike_totals y ON s.b = y.key AND s.common = y.level
  CROSS JOIN alike_least l
)
SELECT
  a, b, common, shared, a_in_b, b_in_a, resemblance,
  CASE WHEN code THEN (weighted_a + weighted_b) / {{double 2}} ELSE greatest(weighted_a, weighted_b) END AS distinctive
FROM shares
WHERE
{{- if eq .By "smaller"}} a_in_b >= {{$min}} OR b_in_a >= {{$min}};
{{- else if eq .By "larger"}} a_in_b >= {{$min}} AND b_in_a >= {{$min}};
{{- else if eq .By "union"}} resemblance >= {{$min}};
{{- else}} CASE
    WHEN code THEN weighted_a + weighted_b >= {{$min}} + {{$min}}
    WHEN (a_in_b >= {{$min}} OR b_in_a >= {{$min}}) AND NOT small THEN greatest(weighted_a, weighted_b) >= {{double .Part}}
    ELSE greatest(weighted_a, weighted_b) >= {{$min}}
  END;
{{- end}}

{{define "may"}}p.key <> o.key AND (p.live OR o.live) AND (p.level = p.common OR o.level = p.common)
  AND o.remaining >= {{.MinShared}}
{{- if .MaxFrequency}} AND p.df <= {{.MaxFrequency}}{{end}}
{{- end -}}
{{- define "fewer" -}}
CASE WHEN p.fingerprints < o.fingerprints OR p.fingerprints = o.fingerprints AND p.key < o.key THEN p.key ELSE o.key END AS a,
  CASE WHEN p.fingerprints < o.fingerprints OR p.fingerprints = o.fingerprints AND p.key < o.key THEN o.key ELSE p.key END AS b
{{- end -}}
