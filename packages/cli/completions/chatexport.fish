# Completes chatexport in fish: chatexport completion fish | source
function __chatexport_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l lines ($words[1] __complete $words[2..-1] "$current" 2> /dev/null)
    set -l prefix (string match -r -- '^--[a-z-]+=' "$current")
    set -l path (string replace -r -- '^--[a-z-]+=' '' "$current")
    switch "$lines[1]"
        case files
            printf "$prefix%s\n" (__fish_complete_path "$path")
        case folders
            printf "$prefix%s\n" (__fish_complete_directories "$path")
        case '*'
            printf '%s\n' $lines[2..-1]
    end
end
complete -c chatexport -e
complete -c chatexport -f -k -a '(__chatexport_complete)'
