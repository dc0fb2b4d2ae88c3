/**
 * Charts as SVG text, rendered without a browser. The library counts its ids up for the life of the
 * process, so ids are renumbered for each picture: the same data gives the same bytes.
 */
import { BarChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { svgImage, type Html } from '../../../html.ts'

use([BarChart, GridComponent, SVGRenderer])

export interface Bar {
  name: string
  /** Shown beside the bar. */
  label: string
  /** Reais as a float: it decides a length in pixels and nothing else. */
  length: number
  /** Drawn in the colour of warnings. */
  alarming?: boolean
}

/** Without quotation marks, because the library puts it into an attribute unescaped. */
const FONT = 'system-ui, Roboto, Arial, sans-serif'
const INK = '#3d4653'
const BAR = '#1f6f5c'
const ALARM = '#c2410c'
const BAR_HEIGHT = 30
const WIDTH = 420
/** Room for the longest label to the right of the longest bar. */
const LABEL_WIDTH = 104
const NAME_WIDTH_MAX = 124
/** The width of a wide letter, so that `MG` is not cut; most names are narrower. */
const LETTER_WIDTH = 8.5

/** The bars as a picture, with all that they say as the text in its place. */
export function barsImage(title: string, bars: readonly Bar[]): Html {
  const alt = bars.map(({ name, label }) => `${name}: ${label}`).join('; ')
  return svgImage(barsPicture(bars), `${title}. ${alt}`, 'chart')
}

/** Horizontal bars, the first on top. */
function barsPicture(bars: readonly Bar[]): string {
  const height = bars.length * BAR_HEIGHT + 12
  const longest = Math.max(0, ...bars.map((bar) => bar.name.length))
  const nameWidth = Math.min(NAME_WIDTH_MAX, longest * LETTER_WIDTH + 20)
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height })
  try {
    chart.setOption({
      animation: false,
      textStyle: { fontFamily: FONT },
      grid: { left: nameWidth, right: LABEL_WIDTH, top: 6, bottom: 6 },
      xAxis: { type: 'value', show: false, min: 0 },
      yAxis: {
        type: 'category',
        inverse: true,
        data: bars.map((bar) => bar.name),
        axisLine: { show: false },
        axisTick: { show: false },
        axisLabel: { color: INK, fontSize: 13, width: nameWidth - 10, overflow: 'truncate' },
      },
      series: [
        {
          type: 'bar',
          silent: true,
          barWidth: 16,
          data: bars.map((bar) => ({
            value: bar.length,
            itemStyle: { color: bar.alarming === true ? ALARM : BAR, borderRadius: 3 },
          })),
          label: {
            show: true,
            position: 'right',
            color: INK,
            fontSize: 13,
            formatter: ({ dataIndex }: { dataIndex: number }) => bars[dataIndex]?.label ?? '',
          },
        },
      ],
    })
    return withFixedIds(chart.renderToSVGString())
  } finally {
    chart.dispose()
  }
}

/** `zr17-c3` becomes `zr-c3`; hover styles are removed, because a picture has no use for them. */
function withFixedIds(svg: string): string {
  return svg
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/\bzr\d+-/g, 'zr-')
    .replace(/ (?:class|ecmeta_[a-z_]+)="[^"]*"/g, '')
    .replace(/\n+/g, '\n')
}
