# A place to try the examples of the documentation in. At the top of the repository:
#
#   . examples/try.sh
#
# You are then in a new temporary folder that holds a copy of examples/, where `prices` is a git repository and joust has
# settings and a record of its own, apart from yours. `exit`, or a new shell, is the way back.
if ! command -v joust > /dev/null; then
  joust_root=$PWD
  joust() { "$joust_root/node_modules/.bin/node" "$joust_root/src/surfaces/cli/bin.ts" "$@"; }
fi
joust_examples=$(mktemp -d)/joust-examples
cp -R examples "$joust_examples" && cd "$joust_examples" || return
export JOUST_HOME="$PWD/record" JOUST_CONFIG_DIR="$PWD/settings"
sed -i.template "s|EXAMPLES|$PWD|" settings/config.toml
git -C prices init -q
git -C prices add .
git -C prices -c user.name=Somebody -c user.email=somebody@example.com commit -q -m 'Prices'
