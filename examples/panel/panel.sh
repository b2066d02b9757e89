# A small program as a contestant: it reads what it is asked on standard input, and prints the reply that fits from a
# folder of its own. Usage: panel.sh NAME
prompt=$(cat)
case $prompt in
*'"findings": '*) reply=findings ;;
*'"groups": '*) reply=same ;;
*'"answers": '*) reply=confirm ;;
*'You open a debate'*) reply=opening ;;
*'This is what you said last yourself'*) reply=turn ;;
*'You take part in a debate'*) reply=opening ;;
*'DONE or CONTINUE'*) reply=done ;;
*'You write the verdict'*) reply=verdict ;;
*'You write a digest card'*'whole numbers'*) reply=card-cents ;;
*'You write a digest card'*) reply=card-decimals ;;
*'These are digest cards'*) reply=judgement ;;
*'Put at most three questions'*) reply=questions ;;
*'Answer each question briefly'*) reply=replies ;;
*) reply=answer ;;
esac
# A verdict counts only with the random word of its prompt, and names an entry by its label there.
nonce=$(printf '%s\n' "$prompt" | sed -n 's/.*{"nonce": "\([a-z0-9]*\)".*/\1/p' | tail -n 1)
best=$(printf '%s\n' "$prompt" | awk '/^<<<ENTRY/ { label = $2 } /whole numbers/ { print label; exit }')
sed -e "s/NONCE/$nonce/" -e "s/BEST/$best/" "$(dirname "$0")/$1/$reply"
