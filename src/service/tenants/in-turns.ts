/**
 * Lets calls that ask the same thing share one answer, which is never older than the call: who
 * comes while an answer is under way gets the next one, together with all who came meanwhile.
 */
interface Turns<Answer> {
  readonly current: Promise<Answer>
  next: Promise<Answer> | undefined
}

/** `key`: equal for questions that have one answer. A failed answer fails those who share it. */
export function inTurns<Question, Answer>(
  ask: (question: Question) => Promise<Answer>,
): (key: string, question: Question) => Promise<Answer> {
  const asked = new Map<string, Turns<Answer>>()
  const begin = (key: string, question: Question): Promise<Answer> => {
    const current = ask(question)
    const turns: Turns<Answer> = { current, next: undefined }
    asked.set(key, turns)
    const end = (): void => {
      if (turns.next === undefined) asked.delete(key)
    }
    current.then(end, end)
    return current
  }
  return (key, question) => {
    const turns = asked.get(key)
    if (turns === undefined) return begin(key, question)
    const again = (): Promise<Answer> => begin(key, question)
    turns.next ??= turns.current.then(again, again)
    return turns.next
  }
}
