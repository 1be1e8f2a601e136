-- The files of all hosts, named host:path. Their order is that of the bytes of these names.
-- path_bytes is the path if that is not UTF-8, and otherwise null or empty.
{{source "files"}}

CREATE OR REPLACE TEMP VIEW alike_named AS
SELECT
  key, size, mtime, set_aside, host, device, inode,
  CASE WHEN octet_length(path_bytes) > 0 THEN NULL ELSE concat(host, ':', path) END AS path,
  {{bytes "concat(host, ':')"}} ||
    CASE WHEN octet_length(path_bytes) > 0 THEN path_bytes ELSE {{bytes "path"}} END AS name
FROM alike_files;

-- The export of a host counts its files. While it is replaced, or if a part is missing, there
-- are others.
{{table "alike_all_files"}}
SELECT CASE WHEN count(*) = 0 THEN true ELSE {{fail "concat('host ', min(host), ' does not have the files that its export counts')"}} END AS counted
FROM (
  SELECT coalesce(e.host, f.host) AS host
  FROM alike_exports e FULL JOIN (SELECT host, count(*) AS files FROM alike_files GROUP BY host) AS f ON e.host = f.host
  WHERE coalesce(e.files, 0) <> coalesce(f.files, 0)
) AS others;

-- The contents that files have. A content is live if a file has it that is not set aside.
-- A content that only set-aside files have, which say that they are generated, is claimed.
-- After an error, a shell may run the other statements. They need the tables that check the
-- dataset, so that no answer follows.
{{table "alike_live"}}
SELECT
  key, bool_or(NOT set_aside) AS live, min(host) AS host,
  min(size) AS smallest, max(size) AS largest, min_by(host, size) AS smallest_on, max_by(host, size) AS largest_on
FROM alike_named
WHERE (SELECT counted FROM alike_all_files) AND (SELECT view FROM alike_settings) IS NOT NULL
GROUP BY key;

-- The files of each content, the smallest name first. The set-aside files of a live content
-- do not count.{{if not .Hardlinks}} Paths with the same device and inode are one file, under the smallest.{{end}}
{{table "alike_paths"}}
SELECT
  key, live, size, mtime, host, device, inode, path, name,
  row_number() OVER (PARTITION BY key ORDER BY name) AS nth,
  count(*) OVER (PARTITION BY key) - 1 AS copies
FROM (
  SELECT
    f.*, l.live
{{- if not .Hardlinks}},
    row_number() OVER (
      PARTITION BY f.key, f.host, f.device, f.inode, CASE WHEN f.inode = 0 THEN f.name END
      ORDER BY f.name) AS link
{{- end}}
  FROM alike_named f JOIN alike_live l ON f.key = l.key
  WHERE NOT (l.live AND f.set_aside)
) AS folded
{{- if not .Hardlinks}}
WHERE link = 1
{{- end}};

-- Each content under the smallest name of its files. path_b64 is for names that are not UTF-8.
{{table "alike_shown"}}
SELECT
  key, live, size, host, device, inode, name, path,
  CASE WHEN path IS NULL THEN {{base64 "name"}} END AS path_b64,
  copies
FROM alike_paths
WHERE nth = 1;

-- What is known of each content that a file has, once. An increment alone lacks contents. Two
-- contents with the same key must not count as one, and hosts that describe one differently
-- cannot all be right. The hosts named have the least and the greatest description. Each file has
-- the size of its content.
{{source "contents"}}

{{table "alike_described"}}
SELECT
  key, checksum, size, language, counts, exports, host,
  CASE
    WHEN least <> most THEN {{fail "concat('host ', host, ' and host ', other, ' describe content ', lower(hex(checksum)), ' (key ', key, ') differently')"}}
    WHEN level IS NULL THEN {{fail "concat('host ', named, ' has files whose contents are not in the dataset')"}}
    WHEN smallest <> size OR largest <> size
      THEN {{fail "concat('host ', CASE WHEN smallest <> size THEN smallest_on ELSE largest_on END, ' has a file of another size than its content ', lower(hex(checksum)))"}}
    ELSE level
  END AS level
FROM (
  SELECT
    l.key,
    any_value(l.host) AS named,
    any_value(l.smallest) AS smallest,
    any_value(l.largest) AS largest,
    any_value(l.smallest_on) AS smallest_on,
    any_value(l.largest_on) AS largest_on,
    any_value(c.checksum) AS checksum,
    any_value(c.size) AS size,
    any_value(c.level) AS level,
    any_value(c.language) AS language,
    any_value(c.counts) AS counts,
    count(c.key) AS exports,
    min(c.description) AS least,
    max(c.description) AS most,
    min_by(c.folder, c.description) AS host,
    max_by(c.folder, c.description) AS other
  FROM alike_live l LEFT JOIN (
    SELECT
      *,
      coalesce(concat(hex(checksum), ' ', size, ' ', level, ' ', replace(coalesce(CAST(counts AS STRING), ''), '[]', ''), ' ', language), '') AS description
    FROM alike_contents
  ) AS c ON l.key = c.key
  GROUP BY l.key
) AS contents;

-- The same bytes in files of several languages are several contents of one size.
{{table "alike_all_sizes"}}
SELECT CASE WHEN count(*) = 0 THEN true ELSE {{fail "concat('host ', min(host), ' and host ', max(other), ' give content ', min(lower(hex(checksum))), ' different sizes')"}} END AS sized
FROM (
  SELECT checksum, min_by(host, size) AS host, max_by(host, size) AS other
  FROM alike_described
  GROUP BY checksum
  HAVING min(size) <> max(size)
  ORDER BY checksum
  LIMIT 1
) AS others;

{{table "alike_known"}}
SELECT key, checksum, size, language, counts, exports, level
FROM alike_described
WHERE (SELECT sized FROM alike_all_sizes);
