/* What a page says that was fetched beside the one that is shown. */
export const pageIn = async (answer) => {
  const { body } = new DOMParser().parseFromString(await answer.text(), 'text/html')
  // A page that says what is wrong has it in its one notice.
  const said = body.querySelector('.notice p')?.textContent ?? ''
  return { main: body.querySelector('main'), waiting: body.querySelector('#waiting'), said }
}
