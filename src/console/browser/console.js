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
  const source = new EventSource(live.dataset.events)
  source.addEventListener('progress', (event) => {
    // Safe: the server escaped every text in it, and the page's policy forbids inline scripts.
    live.innerHTML = event.data
    // The forms are the visitor's own and no part of the events: they come with the page.
    const { offers } = live.querySelector('h1').dataset
    if (offers !== live.dataset.offers) window.location.reload()
  })
  // Behind a proxy a console that starts again is an error page, after which no browser asks again.
  const comeBack = () => {
    const retry = () => setTimeout(comeBack, 3000)
    fetch(window.location.href).then(({ ok }) => (ok ? window.location.reload() : retry()), retry)
  }
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) comeBack()
  })
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
  const money = new Intl.NumberFormat(document.documentElement.lang, {
    style: 'currency',
    currency: 'BRL',
  })
  const tell = () => {
    const chosen = ticks.filter((tick) => tick.checked)
    const cents = chosen.reduce((sum, tick) => sum + Number(tick.dataset.cents), 0)
    told.hidden = chosen.length === 0
    told.textContent = told.dataset.selection
      .replace('{n}', String(chosen.length))
      .replace('{money}', money.format(cents / 100))
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
