/** A code to scan as a QR picture: SVG text, with words across it when nothing may be paid by it. */
import createQr from 'qrcode-generator'
import { escapeHtml } from '../../../html.ts'

/** White modules around the code; the QR standard (ISO/IEC 18004) asks for four. */
const MARGIN = 4

export function qrPicture(code: string, across: string | null): string {
  const qr = createQr(0, 'M')
  qr.addData(code, 'Byte')
  qr.make()
  const modules = qr.getModuleCount()
  const size = modules + 2 * MARGIN
  let path = ''
  for (let row = 0; row < modules; row++) path += rowPath(qr, row, modules)
  const band = across === null ? '' : crossBand(across, size)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" ` +
    `shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/>` +
    `<path fill="#111" d="${path}"/>${band}</svg>`
  )
}

/** One rectangle for each run of dark modules: a third of the size of one for each module. */
function rowPath(
  qr: { isDark(row: number, column: number): boolean },
  row: number,
  modules: number,
): string {
  let path = ''
  for (let column = 0; column < modules; column++) {
    if (!qr.isDark(row, column)) continue
    const start = column
    while (column < modules && qr.isDark(row, column)) column += 1
    path += `M${start + MARGIN} ${row + MARGIN}h${column - start}v1h-${column - start}z`
  }
  return path
}

/** Hides the middle of the code on purpose, so that a simulated code is also hard to scan. */
function crossBand(text: string, size: number): string {
  const height = size * 0.2
  const middle = size / 2
  return (
    `<g transform="rotate(-20 ${middle} ${middle})">` +
    `<rect x="${-size * 0.1}" y="${middle - height / 2}" width="${size * 1.2}" ` +
    `height="${height}" fill="#b42318"/>` +
    `<text x="${middle}" y="${middle}" fill="#fff" font-family="Arial, sans-serif" ` +
    `font-weight="700" font-size="${(size * 0.075).toFixed(2)}" text-anchor="middle" ` +
    `dominant-baseline="central" textLength="${(size * 0.92).toFixed(2)}" ` +
    `lengthAdjust="spacingAndGlyphs">${escapeHtml(text)}</text></g>`
  )
}
