-- Sets of files with the same bytes. Empty files, which are all the same, are left out.
{{table "alike_same"}}
SELECT
  checksum, size, path, name, link,
  count(*) OVER (PARTITION BY checksum) AS files,
  CAST(sum(CASE WHEN link = 1 THEN 1 ELSE 0 END) OVER (PARTITION BY checksum) AS BIGINT) AS copies,
  CAST(sum(CASE WHEN nth = 1 THEN 1 ELSE 0 END) OVER (PARTITION BY checksum) AS BIGINT) AS hosts,
  min(name) OVER (PARTITION BY checksum) AS smallest
FROM (
  SELECT
    k.checksum, k.size, n.path, n.name,
    -- Paths with the same device and inode are one file, under the smallest.
    row_number() OVER (
      PARTITION BY k.checksum, n.host, n.device, n.inode, CASE WHEN n.inode = 0 THEN n.name END
      ORDER BY n.name) AS link,
    row_number() OVER (PARTITION BY k.checksum, n.host ORDER BY n.name) AS nth
  FROM alike_named n JOIN alike_known k ON n.key = k.key
  WHERE NOT n.set_aside AND k.size > 0
) AS named
{{- if not .Hardlinks}}
WHERE link = 1
{{- end}};

-- The sets that could save the most space first. Each host needs one copy. Each file of a set
-- is a row.
{{answer}}
SELECT
  lower(hex(checksum)) AS checksum,
  size,
  path,
  CASE WHEN path IS NULL THEN {{base64 "name"}} END AS path_b64,
  files,
  size * (copies - hosts) AS savings
FROM alike_same
WHERE files > 1
{{- if .Limit}}
  -- The limit counts sets.
  AND checksum IN (
    SELECT checksum FROM alike_same
    WHERE files > 1 AND name = smallest
    ORDER BY size * (copies - hosts) DESC, name
    LIMIT {{.Limit}})
{{- end}}
ORDER BY size * (copies - hosts) DESC, smallest, name
{{done}}
