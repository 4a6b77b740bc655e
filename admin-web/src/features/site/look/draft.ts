import { type LookContent, lookContent } from '@talad/proto/http/gateway/site-document'
import type { DocumentShown } from '@talad/proto/http/gateway/site-document-admin'

const said = () => ({ th: '', en: '' })

/** How the market looks: what a site begins with. */
const firstLook = (): LookContent => ({
  theme: {
    light: { base: '#ffffff', primary: '#0b5d4a', accent: '#f7b731', background: '#f5f7f4' },
    dark: { base: '#15201b', primary: '#5fd0a8', accent: '#f7b731', background: '#0c1411' },
  },
  languages: ['th', 'en'],
  metadata: { title: said(), description: said(), logo: null, favicon: null, card: null, keywords: [] },
  support: { email: null },
  texts: {},
})

/** The look as it was answered, or the one that sites begin with. */
export const lookOf = ({ draft, published }: DocumentShown): LookContent =>
  lookContent.safeParse(draft ?? published?.content).data ?? firstLook()

/** Own words that are empty are none: the market's stand there. */
export function withoutEmpty(look: LookContent): LookContent {
  const own = Object.entries(look.texts).filter(([, text]) => text && (text.th !== '' || text.en !== ''))
  return { ...look, texts: Object.fromEntries(own) }
}
