-- How each host's index was made. Fingerprints can be compared only if all were made alike.
{{source "exports"}}

{{table "alike_settings"}}
WITH first_host AS (
  SELECT * FROM alike_exports ORDER BY host, exported LIMIT 1
),
differences AS (
  SELECT e.host, coalesce(CASE
      WHEN e.host <> e.folder THEN concat('has its export in the folder of host ', e.folder)
      WHEN e.layout <> 1 THEN concat('has a dataset of layout ', e.layout, ', and this SQL reads layout 1')
{{- if .Hashes}}
      WHEN e.scheme = '' THEN {{text .NoSimhashes}}
{{- end}}
    END, CASE
      WHEN e.view <> f.view THEN concat('has the view ', e.view, ' and not ', f.view)
      WHEN e.rules <> f.rules THEN concat('has the rules ', e.rules, ' of its view and not ', f.rules)
      WHEN e.window <> f.window THEN concat('has windows of ', e.window, ' and not ', f.window)
      WHEN e.density <> f.density THEN concat('has the density ', e.density, ' and not ', f.density)
      WHEN e.small <> f.small THEN concat('has small windows of ', e.small, ' and not ', f.small)
      WHEN e.anchors <> f.anchors THEN concat('has the anchors ', e.anchors, ' and not ', f.anchors)
{{- if .Hashes}}
      WHEN e.scheme <> f.scheme THEN concat('has simhashes of the scheme ', e.scheme, ' and not ', f.scheme)
{{- end}}
    END || concat(' as host ', f.host)) AS difference
  FROM alike_exports e CROSS JOIN first_host f
),
problem AS (
  SELECT coalesce((
    SELECT min(concat('host ', host, ' is in the dataset twice'))
    FROM (SELECT host FROM alike_exports GROUP BY host HAVING count(*) > 1) AS twice
  ), min(concat('host ', host, ' ', difference))) AS message
  FROM differences
  WHERE difference IS NOT NULL
)
SELECT
  -- The run ends here if hosts differ.
  CASE WHEN p.message IS NULL THEN f.view ELSE {{fail "p.message"}} END AS view,
  f.window AS window_size,
  f.small AS small,
  f.scheme AS scheme
FROM first_host f CROSS JOIN problem p;

