/** Pure. Puts parameters into an operation's path, encoded so that none can leave its segment. */
export function fillPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replaceAll(/\{([a-z_]+)\}/g, (_match, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`the path ${path} needs the parameter ${name}`)
    return encodeURIComponent(value)
  })
}
