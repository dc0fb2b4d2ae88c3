/** The document, typed: texts become text nodes and nothing else. */

/**
 * @template {HTMLElement} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function byId(id, kind) {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`The page lacks #${id}.`)
  return found
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Readonly<Record<string, string>>} attributes with names of ours only
 * @param {...(Node | string | null)} children null is left out
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, attributes, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children.filter((child) => child !== null))
  return element
}

/**
 * @param {string} label
 * @param {(button: HTMLButtonElement) => void} onClick
 * @param {Readonly<Record<string, string>>} [attributes]
 */
export function quietButton(label, onClick, attributes = {}) {
  const button = el('button', { type: 'button', class: 'quiet small', ...attributes }, label)
  button.addEventListener('click', () => onClick(button))
  return button
}

/**
 * @param {string} id of a form
 * @param {(button: HTMLElement) => void} onSubmit is given the button that sent it
 */
export function onSubmit(id, onSubmit) {
  const form = byId(id, HTMLFormElement)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const button = event.submitter ?? form.querySelector('button[type="submit"]')
    if (button instanceof HTMLElement) onSubmit(button)
  })
}

/**
 * @param {string} id of a button
 * @param {(button: HTMLElement) => void} onClick
 */
export function onClick(id, onClick) {
  const button = byId(id, HTMLButtonElement)
  button.addEventListener('click', () => onClick(button))
}

/** @param {string} id of an input or a choice */
export function valueOf(id) {
  const control = document.getElementById(id)
  const isControl = control instanceof HTMLInputElement || control instanceof HTMLSelectElement
  return isControl ? control.value.trim() : ''
}

/**
 * Where the page is not from https or this machine, browsers withhold the clipboard, and the old
 * way is tried.
 * @param {string} text
 * @returns {Promise<boolean>}
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = el('textarea', { class: 'off-screen', 'aria-hidden': 'true' })
    const focused = document.activeElement
    area.value = text
    document.body.append(area)
    area.select()
    const done = document.execCommand('copy')
    area.remove()
    if (focused instanceof HTMLElement) focused.focus()
    return done
  }
}

/** The reader's clock, for what is shown to them. */
export function nowMs() {
  return Date.now()
}

/**
 * Draws one row of a list anew, where the list shows it.
 * @param {string} list
 * @param {string} id
 * @param {() => HTMLElement} draw
 */
export function replaceRow(list, id, draw) {
  const rows = [...byId(list, HTMLElement).querySelectorAll('[data-id]')]
  rows.find((each) => each.getAttribute('data-id') === id)?.replaceWith(draw())
}
