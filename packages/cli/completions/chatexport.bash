# Completes chatexport in bash: eval "$(chatexport completion bash)"
# Nothing here is newer than bash 3.2, which macOS has, but compopt, which may be missing.
_chatexport() {
  local line=${COMP_LINE:0:COMP_POINT} kind='' word meaning current prefix='' breaks='' index
  local -a words=() found=() meanings=()
  COMPREPLY=()
  read -a words <<< "$line"
  case $line in *[[:space:]]) words+=('') ;; esac
  current=${words[${#words[@]}-1]}
  # For bash, a word begins after these characters.
  case $COMP_WORDBREAKS in *=*) breaks+='=' ;; esac
  case $COMP_WORDBREAKS in *:*) breaks+=':' ;; esac
  [ -n "$breaks" ] && prefix=${current%"${current##*[$breaks]}"}

  while IFS=$'\t' read -r word meaning; do
    if [ -z "$kind" ]; then kind=$word; continue; fi
    found+=("${word#"$prefix"}")
    meanings+=("$meaning")
  done < <("${words[0]/#\~/$HOME}" __complete "${words[@]:1}" 2> /dev/null)

  current=${current#"$prefix"}
  case $kind in
    files) compopt -o default 2> /dev/null || COMPREPLY=($(compgen -f -- "$current")) ;;
    folders) compopt -o dirnames 2> /dev/null || COMPREPLY=($(compgen -d -- "$current")) ;;
  esac
  for ((index = 0; index < ${#found[@]}; index++)); do
    printf -v word '%q' "${found[index]}"
    if [ ${#found[@]} -eq 1 ]; then
      case $word in *=) compopt -o nospace 2> /dev/null ;; esac
    elif [ -n "${meanings[index]}" ] && [ "${COMP_TYPE:-9}" != 37 ] && [ "${COMP_TYPE:-9}" != 42 ]; then
      # Bash shows words only; while there is a choice, none of them is put into the line as it is,
      # but by menu-complete (37) and insert-completions (42).
      printf -v word '%-14s  (%s' "$word" "${meanings[index]}"
      word="${word:0:${COLUMNS:-80}-2})"
    fi
    COMPREPLY+=("$word")
  done
}
complete -o nosort -F _chatexport chatexport 2> /dev/null || complete -F _chatexport chatexport
