import { useFirstWords } from "#languages/words.ts"

/** Teams of the default tasks in the reader's language; the service stores and matches their English names (outgoing-95). */
export const useAssigneeNames = () => {
  const { teams } = useFirstWords().checklists
  return {
    nameOf: (stored: string): string => teams[stored] ?? stored,
    storedOf: (name: string): string => Object.entries(teams).find(([, theirs]) => theirs === name.trim())?.[0] ?? name
  }
}
