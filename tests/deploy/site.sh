# Serves the site of nginx or Caddy at $site for real. The script that sources this file sets a folder $work and the table
# $pids of processes to stop. Its port $base has three free ports behind it.

# Begins the site at $site for this machine alone, edited by sed with these arguments. $url is then its address.
begin_site() {
    local name folders
    name=$(sed -n 's/^ *server_name \(.*\);/\1/p; s/^\([a-z.]*\) {$/\1/p' "$site" | tail -n 1)
    case $site in
    *Caddyfile)
        { echo '{' && echo 'admin off' && echo '}' && sed "$@" -e "s|^$name|http://127.0.0.1:$base|" "$site"; } >"$work/Caddyfile"
        HOME=$work caddy run --adapter caddyfile --config "$work/Caddyfile" >"$work/proxy" 2>&1 &
        url=http://127.0.0.1:$base
        ;;
    *)
        openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj "/CN=$name" -keyout "$work/key.pem" -out "$work/cert.pem" 2>"$work/openssl"
        sed "$@" -e "s|/etc/letsencrypt/live/$name/fullchain.pem|$work/cert.pem|" \
            -e "s|/etc/letsencrypt/live/$name/privkey.pem|$work/key.pem|" -e '/listen \[::\]/d' \
            -e "s|listen 80;|listen 127.0.0.1:$((base + 3));|; s|listen 443 ssl;|listen 127.0.0.1:$base ssl;|" "$site" >"$work/site.conf"
        folders=$(printf '%s_temp_path temp; ' client_body proxy fastcgi uwsgi scgi)
        echo "daemon off; pid pid-$base; error_log stderr; events {} http { access_log off; $folders include site.conf; }" >"$work/nginx.conf"
        nginx -p "$work" -c "$work/nginx.conf" >"$work/proxy" 2>&1 &
        url=https://127.0.0.1:$base
        ;;
    esac
    pids[$url]=$!
}

# Asks, and prints the status of the answer, whose body is then in $work/answer.
ask() { curl -sk --max-time 10 -o "$work/answer" -w '%{http_code}' "$@" || true; }

# Tries a command up to $1 times, a tenth of a second apart.
within() {
    local tries=$1
    shift
    until "$@"; do
        [ $((tries -= 1)) -gt 0 ] || { echo "$site: not so in time: $*" && cat "$work/proxy" "$work/output" && exit 1; }
        sleep 0.1
    done
}

is_ready() { [ "$(ask "$1/readyz")" = 200 ]; }
