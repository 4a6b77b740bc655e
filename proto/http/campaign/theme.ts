import { z } from 'zod'

const NAMED =
  'aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood ' +
  'cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray ' +
  'darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen ' +
  'darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue ' +
  'firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew ' +
  'hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan ' +
  'lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray ' +
  'lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue ' +
  'mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred ' +
  'midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid ' +
  'palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple ' +
  'rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue ' +
  'slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato transparent turquoise violet wheat ' +
  'white whitesmoke yellow yellowgreen'
const NAMES = new Set(NAMED.split(' '))
const HEX = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/
const NUMBER = '[+-]?(?:\\d+(?:\\.\\d+)?|\\.\\d+)'
const PART = `(?:${NUMBER}(?:%|deg|grad|rad|turn)?|none)`
const FUNCTION = new RegExp(
  `^(?:(?:rgb|hsl)a?\\( *${PART}(?: *, *${PART}){2,3} *\\)|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\\( *${PART}(?: +${PART}){2}(?: */ *${PART})? *\\))$`,
)

/** CA-8: whether a text is a colour of CSS and nothing else: it is written into style sheets as it is. */
export function isCssColour(text: string): boolean {
  const lower = text.toLowerCase()
  return NAMES.has(lower) || HEX.test(lower) || FUNCTION.test(lower)
}

const colour = z
  .string()
  .max(30)
  .refine(isCssColour, 'must be a CSS colour')
  .optional()
  .describe('a CSS colour')

/** A§3 Theme, CA-8. */
export const theme = z.strictObject({
  primaryColor: colour,
  primaryContent: colour,
  primaryFocus: colour,
  secondaryColor: colour,
  secondaryContent: colour,
  secondaryFocus: colour,
  accentColor: colour,
  accentContent: colour,
  cover: z
    .url({ protocol: /^https$/ })
    .max(5_000)
    // it ends up in CSS and HTML: written as a browser writes it, without what ends a text there
    .refine((text) => !/[\s"'()<>\\@]/.test(text) && URL.parse(text)?.href === text)
    .optional()
    .describe('address of a picture on our media host'),
})
export type Theme = z.infer<typeof theme>
