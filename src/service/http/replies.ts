/** Pure. Shorthands for replies that keep their status as a literal type. */
export function ok<Body>(body: Body) {
  return { status: 200, body } as const
}

export function created<Body>(body: Body) {
  return { status: 201, body } as const
}

export function problem<Status extends number>(status: Status, sentence: string) {
  return { status, body: { detail: sentence } } as const
}
