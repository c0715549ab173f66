#compdef chatexport
# Completes chatexport in zsh: source <(chatexport completion zsh)
_chatexport() {
  local kind word meaning
  local -a spaced open
  while IFS=$'\t' read -r word meaning; do
    if [[ -z $kind ]]; then kind=$word; continue; fi
    if [[ $word == *= ]]; then
      open+=("${word//:/\\:}${meaning:+:$meaning}")
    else
      spaced+=("${word//:/\\:}${meaning:+:$meaning}")
    fi
  done < <("${(Q)words[1]/#\~/$HOME}" __complete "${(@Q)words[2,CURRENT]}" 2> /dev/null)

  case $kind in
    files) compset -P '--*='; _files ;;
    folders) compset -P '--*='; _files -/ ;;
    *) _describe -V chatexport spaced -- open -S '' ;;
  esac
}

# A file on fpath is run as the function itself.
if [[ ${funcstack[1]} == _chatexport ]]; then
  _chatexport "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _chatexport chatexport
fi
