-- Folders are named by the bytes of host:path in hexadecimal, a space after each byte and !
-- for a slash. In the order of these names, a folder comes before its subfolders, and these
-- before the next folder.
--
-- The files that count are not empty and not set aside. link is the same for the paths of one
-- file, which are no counterparts of each other.
{{table "alike_placed"}}
WITH files AS (
  SELECT
    key, size, {{spaced "name"}} AS place,
{{- if .Hardlinks}}
    '' AS link
{{- else}}
    CASE WHEN inode <> 0 AND count(*) OVER (PARTITION BY host, device, inode) > 1
      THEN concat(host, ':', device, ':', inode) ELSE '' END AS link
{{- end}}
  FROM alike_named
  WHERE NOT set_aside
)
SELECT key, size, link, regexp_extract(place, '^(.*)!', 1) AS folder FROM files WHERE size > 0;

-- The folders around each folder with files, from the outermost root of its host down.
{{table "alike_around"}}
WITH above AS (
  SELECT folder, {{explode (prefixes "folder" "!")}} AS around FROM (SELECT DISTINCT folder FROM alike_placed) AS holding
),
listed AS (
  SELECT host, {{explode "roots"}} AS root FROM alike_exports
),
roots AS (
  SELECT DISTINCT {{spaced (bytes "concat(host, ':', CASE WHEN root = '/' THEN '' ELSE root END)")}} AS root FROM listed
),
outermost AS (
  SELECT a.folder, min(length(r.root)) AS least FROM above a JOIN roots r ON a.around = r.root GROUP BY a.folder
)
SELECT a.folder, a.around
FROM above a LEFT JOIN outermost o ON a.folder = o.folder
WHERE CASE WHEN o.least IS NULL THEN a.around = a.folder ELSE length(a.around) >= o.least END;

-- The same for all folders, also those that hold only folders.
{{table "alike_ancestors"}}
SELECT DISTINCT x.around AS folder, y.around
FROM alike_around x JOIN alike_around y ON x.folder = y.folder
WHERE length(y.around) <= length(x.around);

-- What a folder holds, subfolders included.
{{table "alike_holds"}}
SELECT a.around AS folder, p.key, p.link, any_value(p.size) AS size, count(*) AS files
FROM alike_placed p JOIN alike_around a ON p.folder = a.folder
GROUP BY a.around, p.key, p.link;

-- Folders hold the same if these figures are equal. digest adds up the keys of contents, and
-- linked also tells paths of one file from copies.
{{table "alike_folders"}}
SELECT
  h.folder, regexp_extract(h.folder, '^(.*)!', 1) AS parent,
  CAST(sum(h.files) AS BIGINT) AS files, CAST(sum(h.files * h.size) AS BIGINT) AS bytes,
  sum(CAST(h.files AS DECIMAL(10, 0)) * CAST(h.key AS DECIMAL(20, 0))) AS digest,
  sum(CAST(h.files AS DECIMAL(10, 0)) * CAST({{hash "concat(h.key, ' ', h.link)"}} AS DECIMAL(20, 0))) AS linked
FROM alike_holds h
GROUP BY h.folder;

-- head is the outermost folder that contains nothing but this one. first is the first folder
-- that holds the same, and stands for the others.
{{table "alike_heads"}}
WITH begins AS (
  SELECT f.folder
  FROM alike_folders f LEFT JOIN alike_folders p ON f.parent = p.folder
  WHERE p.files IS NULL OR p.files > f.files
),
heads AS (
  SELECT a.folder, max(a.around) AS head
  FROM alike_ancestors a JOIN begins b ON a.around = b.folder
  GROUP BY a.folder
)
SELECT
  f.folder, f.parent, f.files, f.bytes, f.digest, h.head,
  min(f.folder) OVER (PARTITION BY f.files, f.bytes, f.linked) AS first
FROM alike_folders f JOIN heads h ON f.folder = h.folder;

-- The counterparts of a content, as alike pairs finds them without flags: share is how much of
-- it the other one has, and back how much of that it has itself.
{{table "alike_kin"}}
WITH contents AS (
  SELECT key, count(*) AS copies FROM alike_placed GROUP BY key
),
kin AS (
  SELECT key, key AS other, {{double 1}} AS share, {{double 1}} AS back, true AS same FROM contents
  UNION ALL
  SELECT a, b, a_in_b, b_in_a, false FROM alike_apart
  UNION ALL
  SELECT b, a, b_in_a, a_in_b, false FROM alike_apart
)
SELECT
  k.key, k.other, k.share, k.back, k.same,
  CAST(sum(o.copies) OVER (PARTITION BY k.key) AS BIGINT) AS counterparts
FROM kin k JOIN contents c ON k.key = c.key JOIN contents o ON k.other = o.key;

-- Prefix filtering by bytes. A folder that is found to {{.FolderMin}} in another one has a counterpart
-- there of one of its rarest contents, until those that remain have fewer bytes than that. So
-- what all folders have does not pair them. Contents with more than {{.Popularity}} counterparts count,
-- but pair no folders.
{{table "alike_leading"}}
WITH contents AS (
  SELECT folder, key, CAST(sum(files * size) AS BIGINT) AS bytes FROM alike_holds GROUP BY folder, key
),
ranked AS (
  SELECT
    c.folder, c.key, k.counterparts, h.bytes,
    sum(c.bytes) OVER (PARTITION BY c.folder ORDER BY k.counterparts DESC, c.key DESC ROWS UNBOUNDED PRECEDING) AS remaining
  FROM contents c
  JOIN alike_heads h ON c.folder = h.folder AND h.first = c.folder
  JOIN (SELECT DISTINCT key, counterparts FROM alike_kin) AS k ON c.key = k.key
)
SELECT folder, key FROM ranked
WHERE CAST(remaining AS DOUBLE) >= {{double .FolderMin}} * CAST(bytes AS DOUBLE) * {{double 0.999999999}}
  AND counterparts > 1 AND counterparts <= {{.Popularity}};

-- The folders that hold counterparts of these contents. Each table joins two, so that DuckDB
-- does not compare all folders with all others.
{{fixed "alike_led"}}
SELECT DISTINCT l.folder, k.other FROM alike_leading l JOIN alike_kin k ON l.key = k.key;

{{fixed "alike_firsts"}}
SELECT DISTINCT h.folder, h.key FROM alike_holds h JOIN alike_heads f ON h.folder = f.folder AND f.first = f.folder;

{{fixed "alike_meetings"}}
SELECT DISTINCT least(l.folder, h.folder) AS a, greatest(l.folder, h.folder) AS b
FROM alike_led l JOIN alike_firsts h ON l.other = h.key;

-- The folders to compare. Neither contains the other; of folders that hold the same, the first
-- is compared with each of the others, and it alone with other folders.
{{table "alike_couples"}}
WITH couples AS (
  SELECT a, b FROM alike_meetings WHERE a <> b AND substr(b, 1, length(a) + 1) <> concat(a, '!')
  UNION ALL
  SELECT first, folder FROM alike_heads WHERE head = folder AND first <> folder
)
SELECT
  c.a, c.b,
  CASE WHEN x.files <= y.files THEN c.a ELSE c.b END AS smaller,
  CASE WHEN x.files <= y.files THEN c.b ELSE c.a END AS larger
FROM couples c JOIN alike_heads x ON c.a = x.folder JOIN alike_heads y ON c.b = y.folder;

-- Or b is directly in a, which then stands for its other files. A file directly in a must be
-- found in b.
{{table "alike_nested"}}
SELECT DISTINCT a.folder AS a, b.folder AS b
FROM alike_placed p
JOIN alike_heads a ON p.folder = a.folder AND a.first = a.head
JOIN alike_kin k ON p.key = k.key
JOIN alike_holds h ON k.other = h.key
JOIN alike_heads b ON h.folder = b.folder AND b.first = b.folder AND b.parent = a.folder
WHERE p.link = '' OR p.link <> h.link;

-- Which contents of two folders are counterparts.
{{table "alike_met"}}
SELECT
  c.a, c.b, c.smaller, c.larger,
  x.key, x.link, x.size, x.files, k.share,
  y.key AS other, y.link AS other_link, y.size AS other_size, y.files AS other_files, k.back, k.same
FROM alike_couples c
JOIN alike_holds x ON c.smaller = x.folder
JOIN alike_kin k ON x.key = k.key
JOIN alike_holds y ON c.larger = y.folder AND k.other = y.key
WHERE x.link = '' OR x.link <> y.link
UNION ALL
SELECT
  c.a, c.b, c.b, c.a,
  x.key, x.link, x.size, x.files, k.share,
  y.key, y.link, y.size, y.files - coalesce(z.files, 0), k.back, k.same
FROM alike_nested c
JOIN alike_holds x ON c.b = x.folder
JOIN alike_kin k ON x.key = k.key
JOIN alike_holds y ON c.a = y.folder AND k.other = y.key
LEFT JOIN alike_holds z ON z.folder = c.b AND z.key = y.key AND z.link = y.link
WHERE (x.link = '' OR x.link <> y.link) AND y.files > coalesce(z.files, 0);

-- A file counts by the share of its best counterpart.
{{table "alike_found"}}
WITH best AS (
  SELECT a, b, smaller AS folder, files, size, max(share) AS share, bool_or(same) AS same
  FROM alike_met GROUP BY a, b, smaller, key, link, files, size
  UNION ALL
  SELECT a, b, larger, other_files, other_size, max(back), bool_or(same)
  FROM alike_met GROUP BY a, b, larger, other, other_link, other_files, other_size
),
bytes AS (
  SELECT a, b, folder, files, same, CAST(size AS DOUBLE) * share AS bytes FROM best
)
SELECT
  a, b, folder,
  CAST(sum(files) AS BIGINT) AS found,
  CAST(sum(CASE WHEN same THEN files ELSE 0 END) AS BIGINT) AS identical,
  CAST(sum(files * CAST(floor(bytes) + CASE WHEN bytes - floor(bytes) >= {{double 0.5}} THEN 1 ELSE 0 END AS BIGINT)) AS BIGINT) AS matched
FROM bytes
GROUP BY a, b, folder;

-- The pairs that pass, the strongest first: those with the most bytes in common, on the side
-- where these are fewer, times the fourth root of how much of both is found.
{{table "alike_passing"}}
WITH depths AS (
  SELECT folder, count(*) AS depth FROM alike_ancestors GROUP BY folder
),
figures AS (
  SELECT
    p.a, p.b, substr(p.b, 1, length(p.a) + 1) = concat(p.a, '!') AS rest,
    x.files AS files_x, x.bytes AS bytes_x, x.digest AS digest_x, p.found AS found_x, p.identical AS identical_x, p.matched AS matched_x,
    y.files AS files_y, y.bytes AS bytes_y, y.digest AS digest_y, q.found AS found_y, q.identical AS identical_y, q.matched AS matched_y,
    d.depth + e.depth AS depth
  FROM alike_found p
  JOIN alike_found q ON p.a = q.a AND p.b = q.b AND q.folder = q.b
  JOIN alike_heads x ON p.a = x.folder
  JOIN alike_heads y ON p.b = y.folder
  JOIN depths d ON p.a = d.folder
  JOIN depths e ON p.b = e.folder
  WHERE p.folder = p.a AND least(p.found, q.found) >= {{.MinFiles}}
),
compared AS (
  SELECT
    *,
    CASE WHEN rest THEN files_x - files_y ELSE files_x END AS a_files,
    CASE WHEN rest THEN bytes_x - bytes_y ELSE bytes_x END AS a_bytes,
    CASE WHEN rest THEN digest_x - digest_y ELSE digest_x END AS a_digest
  FROM figures
),
shares AS (
  SELECT
    *,
    CAST(matched_x AS DOUBLE) / CAST(a_bytes AS DOUBLE) AS a_in_b,
    CAST(matched_y AS DOUBLE) / CAST(bytes_y AS DOUBLE) AS b_in_a,
    CAST(matched_x + matched_y AS DOUBLE) / CAST(a_bytes + bytes_y AS DOUBLE) AS resemblance
  FROM compared
),
strong AS (
  SELECT *, CAST(least(matched_x, matched_y) AS DOUBLE) * sqrt(sqrt(resemblance)) AS strength FROM shares
  WHERE
{{- if eq .FolderBy "larger"}} least(a_in_b, b_in_a)
{{- else if eq .FolderBy "union"}} resemblance
{{- else}} greatest(a_in_b, b_in_a)
{{- end}} >= {{double .FolderMin}}
)
SELECT
  row_number() OVER (ORDER BY strength DESC, rest, depth, a, b) AS nth,
  a, b, rest, a_files, a_bytes, found_x AS a_found, identical_x AS a_identical, matched_x AS a_matched,
  files_y AS b_files, bytes_y AS b_bytes, found_y AS b_found, identical_y AS b_identical, matched_y AS b_matched,
  a_in_b, b_in_a, resemblance,
  a_files = files_y AND a_digest = digest_y AND found_x = a_files AND found_y = files_y AS same
FROM strong;

-- Most pairs of folders say little more than a stronger one: a pair of similar folders makes
-- one of the folders around them, and of those in them. Two pairs are related if each folder
-- of one contains a folder of the other or is contained in it. A pair is strongest if all
-- related ones are weaker, and alike folders finds it too. It leaves out every pair within
-- it, and so does this SQL. It also leaves out a pair if stronger related ones together
-- account for its files, and all but one of several folders that are nearly the same. That
-- takes one pair after the other, so that this SQL lists those pairs, but not as strongest.
{{table "alike_beaten"}}
WITH directed AS (
  SELECT nth, a AS x, b AS y FROM alike_passing
  UNION ALL
  SELECT nth, b, a FROM alike_passing
)
SELECT DISTINCT greatest(p.nth, q.nth) AS nth
FROM directed p
JOIN alike_ancestors x ON p.x = x.folder
JOIN alike_ancestors y ON p.y = y.folder
JOIN directed q ON x.around = q.x AND y.around = q.y AND p.nth <> q.nth
UNION
SELECT DISTINCT greatest(p.nth, q.nth)
FROM directed p
JOIN alike_ancestors x ON p.x = x.folder
JOIN directed q ON x.around = q.x AND p.nth <> q.nth
JOIN alike_ancestors y ON q.y = y.folder AND y.around = p.y;

{{table "alike_redundant"}}
SELECT DISTINCT p.nth
FROM alike_passing p
JOIN alike_ancestors x ON p.a = x.folder
JOIN alike_ancestors y ON p.b = y.folder
JOIN alike_passing q ON x.around = q.a AND y.around = q.b AND p.nth <> q.nth
LEFT JOIN alike_beaten b ON q.nth = b.nth
WHERE NOT p.rest AND NOT q.rest AND b.nth IS NULL;

-- A folder that contains nothing but a folder may be shown as that one, if it then has the
-- name of the other folder.
{{table "alike_titled"}}
WITH titles AS (
  SELECT folder, head, regexp_replace(folder, '^.*!', '') AS title FROM alike_heads
),
first_titled AS (
  SELECT p.nth, coalesce(min(t.folder), any_value(p.a)) AS a
  FROM alike_passing p
  JOIN titles o ON p.b = o.folder
  LEFT JOIN titles t ON p.a = t.head AND NOT p.rest AND o.title = t.title
  GROUP BY p.nth
)
SELECT p.nth, any_value(f.a) AS a, coalesce(min(t.folder), any_value(p.b)) AS b
FROM alike_passing p
JOIN first_titled f ON p.nth = f.nth
JOIN titles o ON f.a = o.folder
LEFT JOIN titles t ON p.b = t.head AND NOT p.rest AND o.title = t.title
GROUP BY p.nth;

-- With rest, a stands for its files outside b. files_matched and bytes_matched are of a. The tables
-- do not say what scans left out of folders, so no two are known to be identical.
{{answer}}
SELECT
  CASE WHEN {{isText "t.a"}} THEN {{decode (unspaced "t.a")}} END AS a_path,
  CASE WHEN NOT {{isText "t.a"}} THEN {{base64 (unspaced "t.a")}} END AS a_path_b64,
  p.rest AS a_rest, p.a_files, p.a_bytes, p.a_identical, p.a_found - p.a_identical AS a_changed,
  p.a_files - p.a_found AS a_missing, p.a_matched AS a_bytes_matched,
  CASE WHEN {{isText "t.b"}} THEN {{decode (unspaced "t.b")}} END AS b_path,
  CASE WHEN NOT {{isText "t.b"}} THEN {{base64 (unspaced "t.b")}} END AS b_path_b64,
  p.b_files, p.b_bytes, p.b_identical, p.b_found - p.b_identical AS b_changed,
  p.b_files - p.b_found AS b_missing, p.b_matched AS b_bytes_matched,
  {{digits (printf "p.a_in_b * %s" (double 1e6))}} AS a_in_b,
  {{digits (printf "p.b_in_a * %s" (double 1e6))}} AS b_in_a,
  {{digits (printf "p.resemblance * %s" (double 1e6))}} AS resemblance,
  p.a_found AS files_matched, p.a_matched AS bytes_matched, p.same AS same_as_read,
  false AS identical,
  b.nth IS NULL AS strongest
FROM alike_passing p
JOIN alike_titled t ON p.nth = t.nth
LEFT JOIN alike_redundant r ON p.nth = r.nth
LEFT JOIN alike_beaten b ON p.nth = b.nth
WHERE r.nth IS NULL
ORDER BY p.nth
{{- if .Limit}}
LIMIT {{.Limit}}
{{- end}}
{{done}}
