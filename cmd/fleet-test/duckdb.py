# Answers questions, one JSON object a line on standard input, on DuckDB.
import json
import sys
import time

import duckdb

for line in sys.stdin:
    ask = json.loads(line)
    connection = duckdb.connect(config={"threads": 2, "memory_limit": ask["memory"], "temp_directory": ask["scratch"]})
    connection.execute("SET enable_progress_bar = false")  # it would be printed among the answers
    begun = time.monotonic()
    cursor = connection.execute(ask["sql"])
    columns = [column[0] for column in cursor.description]
    rows = []
    count = 0
    while batch := cursor.fetchmany(10000):
        count += len(batch)
        if ask["rows"]:
            rows += [["" if value is None else str(value) for value in row] for row in batch]
    seconds = time.monotonic() - begun
    tables = connection.execute("SELECT table_name, estimated_size FROM duckdb_tables() ORDER BY table_oid").fetchall()
    json.dump({"columns": columns, "rows": rows, "count": count, "seconds": seconds,
               "tables": ", ".join(f"{name} {rows}" for name, rows in tables)}, sys.stdout)
    print(flush=True)
    connection.close()
