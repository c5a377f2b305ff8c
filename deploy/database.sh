#!/bin/sh
# PostgreSQL as one of three equal hosts, with synchronous replication and failover by hand.
#
#   PGDATA           the data; its parent folder must be writable
#   DATABASE_SELF    host:port of this one
#   DATABASE_ALL     host:port of all of them, separated by spaces
#   DATABASE_FIRST   host:port of the one that begins as the primary
#   DATABASE_PASSWORD_FILE   the password of the roles tablelog and replicator: letters and digits
#
# Without data, this script makes a new primary (DATABASE_FIRST, if no other host is a primary), or copies the
# primary and becomes its standby. A standby follows whichever host accepts writes. A former primary does not start
# while another host is the primary: remove its data, and it becomes a standby.
set -eu

password="$(cat "$DATABASE_PASSWORD_FILE")"
port="${DATABASE_SELF##*:}"
hosts="" ports=""
for one in $DATABASE_ALL; do
    hosts="$hosts,${one%:*}" ports="$ports,${one##*:}"
done
primary="host=${hosts#,} port=${ports#,} user=replicator connect_timeout=2 target_session_attrs=read-write"

# The address of another host that accepts writes; nothing if there is none.
other_primary() {
    for one in $DATABASE_ALL; do
        if [ "$one" != "$DATABASE_SELF" ] && PGPASSWORD="$password" psql -XAtq -c 'select 1' \
            "host=${one%:*} port=${one##*:} user=replicator dbname=tablelog connect_timeout=2 \
                target_session_attrs=read-write" >/dev/null 2>&1; then
            echo "$one"
            return
        fi
    done
}

make_primary() {
    rm -rf "$PGDATA.draft"
    initdb -D "$PGDATA.draft" -U postgres --encoding=UTF8 --locale=C --auth-local=trust --auth-host=scram-sha-256
    echo 'host replication replicator all scram-sha-256' >>"$PGDATA.draft/pg_hba.conf"
    echo 'host all tablelog,replicator all scram-sha-256' >>"$PGDATA.draft/pg_hba.conf"
    printf '%s\n' "create role tablelog login password '$password'" \
        "create role replicator login replication password '$password'" \
        'create database tablelog owner tablelog' |
        postgres --single -D "$PGDATA.draft" postgres >/dev/null
    mv "$PGDATA.draft" "$PGDATA"
}

copy_primary() {
    rm -rf "$PGDATA.draft"
    PGPASSWORD="$password" pg_basebackup -d "$primary" -D "$PGDATA.draft" -X stream -c fast
    touch "$PGDATA.draft/standby.signal"
    mv "$PGDATA.draft" "$PGDATA"
}

until [ -d "$PGDATA" ]; do
    found="$(other_primary)"
    if [ -n "$found" ]; then
        echo "$DATABASE_SELF copies $found"
        copy_primary || sleep 2
    elif [ "$DATABASE_SELF" = "$DATABASE_FIRST" ]; then
        echo "$DATABASE_SELF begins as the primary"
        make_primary
    else
        echo "$DATABASE_SELF waits for a primary"
        sleep 2
    fi
done
if [ ! -e "$PGDATA/standby.signal" ]; then
    found="$(other_primary)"
    if [ -n "$found" ]; then
        echo "$found is the primary. Remove the data of $DATABASE_SELF: it then becomes a standby." >&2
        exit 1
    fi
fi
rm -f "$PGDATA/passfile"
(umask 077 && echo "*:*:*:*:$password" >"$PGDATA/passfile")

# A commit waits until one of the standbys has it. Several standbys can have the same name.
exec postgres -D "$PGDATA" -p "$port" -h '*' -k /tmp \
    -c max_connections="${DATABASE_CONNECTIONS:-200}" \
    -c synchronous_standby_names='ANY 1 (standby)' \
    -c wal_keep_size=1GB -c wal_sender_timeout=5s -c wal_receiver_timeout=5s -c wal_retrieve_retry_interval=1s \
    -c primary_conninfo="$primary application_name=standby passfile=$PGDATA/passfile"
