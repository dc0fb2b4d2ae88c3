/* Rows are judged when they are left. What is typed meanwhile stays, and so does the focus. */
import { pageIn } from './page-in.js'

const told = document.querySelector('main').parentElement.appendChild(document.createElement('p'))
told.setAttribute('role', 'status')
told.className = 'unseen'
const problem = told.parentElement.appendChild(document.createElement('p'))
problem.setAttribute('role', 'alert')
problem.className = 'problem in-view'
problem.hidden = true
/** What was typed in rows that somebody else changed meanwhile: told as long as the page is open. */
const lost = []
const warn = (said) => {
  problem.textContent = [...lost, said].filter(Boolean).join(' ')
  problem.hidden = problem.textContent === ''
}
const begunWith = ({ options, defaultValue }) =>
  defaultValue ?? ([...options].find((one) => one.defaultSelected) ?? options[0])?.value
const isTyped = (field) =>
  field.type === 'checkbox'
    ? field.checked !== field.defaultChecked
    : field.value !== begunWith(field)
const valueOf = (field) => (field.type === 'checkbox' ? field.checked : field.value)
const hasTyped = (part) => [...(part?.querySelectorAll('input') ?? [])].some(isTyped)
let judging = false
let replacing = false
let again = false
/** A form that was sent while rows are judged: it goes when they are. */
let leaving
/** True while such a form goes, with the rows as they were typed. */
let going = false
/** A button that is pressed must be there when it is let go, or nothing was clicked. */
let pressed = Promise.resolve()
document.addEventListener('pointerdown', () => {
  pressed = new Promise((resolve) => {
    // The click comes right after.
    const release = () => setTimeout(resolve)
    for (const name of ['pointerup', 'pointercancel']) {
      document.addEventListener(name, release, { once: true })
    }
  })
})

/** Takes out of the page the rows that somebody else changed, and keeps what was typed in them. */
const takeLost = (form, main) => {
  const taken = [...(main?.querySelectorAll('[data-taken]') ?? [])]
  for (const one of taken) {
    const fields = [...form.querySelectorAll(`[name^="cell_${one.dataset.taken}_"]`)]
    lost.push(`${one.textContent} “${fields.filter(isTyped).map(valueOf).join(' · ')}”`)
    one.remove()
  }
  return taken.length > 0
}

/** The field of the same name in the same form of another page. */
const sameIn = (main, { name, form }) =>
  name ? main.querySelector(`[action="${form?.getAttribute('action')}"] [name="${name}"]`) : null

/** Where the keyboard goes on: the same place, the next field of the row, or the next row. */
const placeIn = (main, left) => {
  const isAlike = (one) => one.textContent === left.textContent && one.href === left.href
  const alike = [...main.querySelectorAll(left.tagName)].find(isAlike)
  const lineOf = (name) => Number(/^cell_(\d+)/.exec(name)?.[1] ?? 0)
  const fields = [...main.querySelectorAll('#rows [name^="cell_"]')]
  return (
    sameIn(main, left) ??
    (left.name ? undefined : alike) ??
    fields.find(({ name }) => lineOf(name) >= lineOf(left.name)) ??
    fields[0]
  )
}

/** Shows the judged page with what was typed since, opened, and focused. */
const show = (main, typed) => {
  const opened = [...document.querySelectorAll('main details[open] > summary')]
  const left = document.activeElement ?? document.body
  const { name: focused, selectionStart: from, selectionEnd: to } = left
  const wasWithin = document.querySelector('main').contains(left)
  const next = placeIn(main, left)
  const now = typed.map((field) => [field, sameIn(main, field)])
  // The field that is taken away with its form loses the focus, which is no leaving of its row.
  replacing = true
  document.querySelector('main').replaceWith(main)
  replacing = false
  told.textContent = main.querySelector('[data-count="rejected"]')?.innerText ?? ''
  for (const one of main.querySelectorAll('details > summary')) {
    one.parentElement.open = opened.some(({ textContent }) => textContent === one.textContent)
  }
  for (const [field, same] of now) {
    if (same?.type === 'checkbox') same.checked = field.checked
    else if (same) same.value = field.value
  }
  // Without rows the keyboard goes on from the beginning of the page's content.
  main.tabIndex = -1
  if (wasWithin) (next ?? main).focus()
  // What was selected is typed over, as if nothing had been replaced.
  if (next?.name === focused && typeof from === 'number') next?.setSelectionRange(from, to)
}

const judge = async (form) => {
  again = judging
  if (judging) return
  judging = true
  const sent = new Map([...form.querySelectorAll('input')].map((one) => [one.name, valueOf(one)]))
  const answer = await fetch(form.action, {
    method: 'POST',
    body: new URLSearchParams(new FormData(form)),
  }).catch(() => undefined)
  const { main, said } = answer === undefined ? { said: form.dataset.lost } : await pageIn(answer)
  await pressed
  judging = false
  const isLost = takeLost(form, main)
  const isRefused = answer?.ok !== true && !isLost
  if (isRefused || isLost) leaving = undefined
  warn(isRefused ? said : '')
  if (isRefused) return
  if (leaving !== undefined) {
    if (again) return judge(form)
    const { target, submitter } = leaving
    leaving = undefined
    going = true
    target.requestSubmit(submitter)
    going = false
    return
  }
  const typed = [...document.querySelectorAll('main :is(input, select)')].filter(
    (field) => isTyped(field) && (field.form !== form || valueOf(field) !== sent.get(field.name)),
  )
  // A row that was accepted while it is typed anew stays: when it is left, its text is told as lost.
  if (typed.some((field) => field.form === form && sameIn(main, field) === null)) {
    return again ? judge(form) : undefined
  }
  show(main, typed)
  const shown = main.querySelector('#rows form')
  if (again && shown !== null) await judge(shown)
}

const onSubmit = (event) => {
  const isRows = event.target.dataset.inplace !== undefined
  const rows = isRows ? event.target : document.querySelector('main form[data-inplace]')
  // Rows that were refused before are judged again: what stands in them must not be left behind.
  const isLeft = !going && event.target.matches('main form') && hasTyped(rows)
  if (!isRows && !judging && !isLeft) return
  event.preventDefault()
  event.stopPropagation()
  if (!isRows) leaving = event
  if (isRows || !judging) void judge(rows)
}
// Before a form's own listener takes it for sent.
document.addEventListener('submit', onSubmit, true)
document.addEventListener('focusout', ({ target, relatedTarget }) => {
  const row = target.closest?.('[data-row]') ?? null
  if (replacing || row === null || row.contains(relatedTarget)) return
  if (hasTyped(row)) row.closest('form').requestSubmit()
})
