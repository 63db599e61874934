/// A word that a page's script shows, under the name by which the script asks for it.
enum ScriptWord: Sendable {
    case word(String, Word)
    case counted(String, CountedWord)
}
