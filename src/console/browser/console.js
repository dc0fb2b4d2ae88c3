/* Scripts of the pages: show that a form is being sent, and follow a run. */
for (const form of document.querySelectorAll('form[data-busy]')) {
  const button = form.querySelector('button')
  const label = button.textContent
  form.addEventListener('submit', () => {
    button.disabled = true
    button.textContent = form.dataset.busy
  })
  // A page restored from the browser's back-forward cache must be usable again.
  window.addEventListener('pageshow', () => {
    button.disabled = false
    button.textContent = label
  })
}

// Where the browser was before, with what was typed there; a tab that was nowhere follows the link.
for (const link of document.querySelectorAll('a[data-back]')) {
  link.addEventListener('click', (event) => {
    if (window.history.length < 2) return
    event.preventDefault()
    window.history.back()
  })
}

const mayNotify = () => 'Notification' in window && Notification.permission === 'granted'

const live = document.getElementById('live')
if (live !== null) {
  // Offered only where the browser can ask; whoever refused once is not asked again.
  const notify = document.getElementById('notify')
  if ('Notification' in window && Notification.permission === 'default') {
    notify.hidden = false
    notify.addEventListener('click', () => {
      const asked = () => {
        notify.hidden = true
      }
      Notification.requestPermission().then(asked, asked)
    })
  }
  const away = document.getElementById('away')
  const source = new EventSource(live.dataset.events)
  source.addEventListener('progress', (event) => {
    // Safe: the server escaped every text in it, and the page's policy forbids inline scripts.
    live.innerHTML = event.data
    away.hidden = true
    // The forms are the visitor's own and no part of the events: they come with the page.
    const { offers } = live.querySelector('h1').dataset
    if (offers !== live.dataset.offers) window.location.reload()
  })
  // Behind a proxy a console that starts again is an error page, after which no browser asks again.
  const comeBack = () => {
    const retry = () => setTimeout(comeBack, 3000)
    // Who has to sign in again is told so.
    const come = ({ ok, status }) => (ok || status === 401 ? window.location.reload() : retry())
    fetch(window.location.href).then(come, retry)
  }
  source.addEventListener('error', () => {
    away.hidden = false
    if (source.readyState === EventSource.CLOSED) setTimeout(comeBack, 3000)
  })
  source.addEventListener('forbidden', () => window.location.reload())
  source.addEventListener('ended', () => {
    source.close()
    // Shown by being made; a click on it comes back to this page.
    const told = mayNotify() && document.hidden ? new Notification(live.dataset.ended) : null
    told?.addEventListener('click', () => window.focus())
    window.location.reload()
  })
}

// What a person chose in a table, and what it comes to.
const decide = document.getElementById('decide')
if (decide !== null) {
  const ticks = [...document.querySelectorAll('input[form="decide"][data-cents]')]
  const told = decide.querySelector('[data-selection]')
  const all = decide.querySelector('[data-select-all]')
  const money = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 2 })
  const tell = () => {
    const chosen = ticks.filter((tick) => tick.checked)
    const cents = chosen.reduce((sum, tick) => sum + Number(tick.dataset.cents), 0)
    told.hidden = chosen.length === 0
    told.textContent = told.dataset.selection
      .replace('{n}', String(chosen.length))
      .replace('{money}', `R$\u00a0${money.format(cents / 100)}`)
  }
  for (const tick of ticks) tick.addEventListener('change', tell)
  all.hidden = false
  all.querySelector('input').addEventListener('change', ({ target }) => {
    for (const tick of ticks) tick.checked = target.checked
    tell()
  })
}

for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', () => {
    const tell = () => {
      button.textContent = button.dataset.copied
    }
    // Where the browser refuses, the code stands above the button to be copied by hand.
    navigator.clipboard.writeText(button.dataset.copy).then(tell, () => undefined)
  })
}

const pageIn = async (answer) => {
  const { body } = new DOMParser().parseFromString(await answer.text(), 'text/html')
  // A page that says what is wrong has it in its one notice.
  const said = body.querySelector('.notice p')?.textContent ?? ''
  return { main: body.querySelector('main'), waiting: body.querySelector('#waiting'), said }
}

// Files may be dropped anywhere; they are sent one after the other, each with its own line.
const drop = document.querySelector('form[data-drop]')
if (drop !== null) {
  const lines = drop.querySelector('.sending')
  const input = drop.querySelector('input[type="file"]')
  const button = drop.querySelector('button')
  const { drop: hint, checking, lost, large, megabytes } = drop.dataset
  document.body.dataset.hint = hint

  const sendOne = async (file, line) => {
    if (file.size > Number(megabytes) * 1024 * 1024) return large
    const form = new FormData(drop)
    // The file comes last, since its fields say how it is read.
    form.delete('file')
    form.append('file', file)
    const answer = await fetch(drop.action, { method: 'POST', body: form })
    const { said } = await pageIn(answer)
    if (!answer.ok) return said
    line.remove()
    return answer.url
  }
  const send = async (files) => {
    button.disabled = true
    let taken = ''
    for (const file of files) {
      const line = document.createElement('p')
      line.textContent = `${file.name}: ${checking}`
      lines.append(line)
      const ended = await sendOne(file, line).catch(() => lost)
      if (line.isConnected) line.textContent = `${file.name}: ${ended}`
      else taken = ended
    }
    input.value = ''
    button.disabled = false
    if (files.length === 1 && taken !== '') return window.location.assign(taken)
    const { waiting } = await pageIn(await fetch(window.location.pathname))
    document.getElementById('waiting').replaceWith(waiting)
  }
  // A list that could not be fetched is shown with the next page.
  const sendAll = (files) => send([...files]).catch(() => undefined)
  drop.addEventListener('submit', (event) => {
    event.preventDefault()
    void sendAll(input.files)
  })
  for (const name of ['dragover', 'dragleave', 'drop']) {
    window.addEventListener(name, (event) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      document.body.classList.toggle('dropping', name === 'dragover')
    })
  }
  window.addEventListener('drop', ({ dataTransfer }) => {
    if (dataTransfer.files.length > 0 && !button.disabled) void sendAll(dataTransfer.files)
  })
}

// Rows are judged when they are left. What is typed meanwhile stays, and so does the focus.
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
  const taken = [...(main?.querySelectorAll('[data-taken]') ?? [])]
  for (const one of taken) {
    const fields = [...form.querySelectorAll(`[name^="cell_${one.dataset.taken}_"]`)]
    lost.push(`${one.textContent} “${fields.filter(isTyped).map(valueOf).join(' · ')}”`)
    one.remove()
  }
  const isRefused = answer?.ok !== true && taken.length === 0
  if (isRefused || taken.length > 0) leaving = undefined
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
  const sameOf = ({ name, form: of }) =>
    name ? main.querySelector(`[action="${of?.getAttribute('action')}"] [name="${name}"]`) : null
  const isGone = (field) => field.form === form && sameOf(field) === null
  // A row that was accepted while it is typed anew stays: when it is left, its text is told as lost.
  if (typed.some(isGone)) return again ? judge(form) : undefined
  const opened = [...document.querySelectorAll('main details[open] > summary')]
  const left = document.activeElement ?? document.body
  const { name: focused, selectionStart: from, selectionEnd: to } = left
  const wasWithin = document.querySelector('main').contains(left)
  // The field that is taken away with its form loses the focus, which is no leaving of its row.
  replacing = true
  document.querySelector('main').replaceWith(main)
  replacing = false
  told.textContent = main.querySelector('[data-count="rejected"]')?.innerText ?? ''
  for (const one of main.querySelectorAll('details > summary')) {
    one.parentElement.open = opened.some(({ textContent }) => textContent === one.textContent)
  }
  for (const field of typed) {
    const now = sameOf(field)
    if (now?.type === 'checkbox') now.checked = field.checked
    else if (now) now.value = field.value
  }
  const isAlike = (one) => one.textContent === left.textContent && one.href === left.href
  const alike = [...main.querySelectorAll(left.tagName)].find(isAlike)
  const lineOf = (name) => Number(/^cell_(\d+)/.exec(name)?.[1] ?? 0)
  const fields = [...main.querySelectorAll('#rows [name^="cell_"]')]
  const next =
    sameOf(left) ??
    (focused ? undefined : alike) ??
    fields.find(({ name }) => lineOf(name) >= lineOf(focused)) ??
    fields[0]
  // Without rows the keyboard goes on from the beginning of the page's content.
  main.tabIndex = -1
  if (wasWithin) (next ?? main).focus()
  // What was selected is typed over, as if nothing had been replaced.
  if (next?.name === focused && typeof from === 'number') next?.setSelectionRange(from, to)
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
