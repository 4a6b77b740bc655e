import type { LayoutContent, LookContent, PageContent } from '@talad/proto/http/gateway/site-document'

const both = (th: string, en: string) => ({ th, en })

type Colours = LookContent['theme']['light']
/** A site of the demonstration: its words, its colours, and what stands on its home. */
export type DemoSite = {
  slug: string
  domain: string
  name: { th: string; en: string }
  description: { th: string; en: string }
  light: Colours
  dark: Colours
  hero: { title: { th: string; en: string }; text: { th: string; en: string } }
  /** slugs of collections of the demonstration */
  collections: readonly string[]
  about: { th: string; en: string }
}

export const demoSites: readonly DemoSite[] = [
  {
    slug: 'wat_arun',
    domain: 'temple.localhost',
    name: both('ของที่ระลึกวัดอรุณ', 'Temple of Dawn Keepsakes'),
    description: both(
      'ของสะสมดิจิทัลจากวัด รายได้บำรุงวัด',
      'Digital keepsakes of the temple; what they bring keeps it up',
    ),
    light: { base: '#fffdf8', primary: '#7a2e0e', accent: '#d99a1c', background: '#faf3e6' },
    dark: { base: '#221a12', primary: '#f2b56b', accent: '#d99a1c', background: '#17110b' },
    hero: {
      title: both('แสงเทียนที่เก็บไว้ได้', 'Candlelight to keep'),
      text: both('ทุกชิ้นทำโดยช่างของวัด', 'Each piece is made by the temple’s own craftsmen'),
    },
    collections: ['lanna_lanterns', 'temple_fair_tickets'],
    about: both('วัดดูแลเว็บไซต์นี้เอง', 'The temple looks after this site itself.'),
  },
  {
    slug: 'naga_fc',
    domain: 'club.localhost',
    name: both('สโมสรนาคาเอฟซี', 'Naga FC'),
    description: both('การ์ดและช่วงเวลาสำคัญของทีม', 'Cards and moments of the team'),
    light: { base: '#ffffff', primary: '#1b3fa0', accent: '#e0a11b', background: '#f1f4fb' },
    dark: { base: '#151b2c', primary: '#8fb0ff', accent: '#e0a11b', background: '#0c111f' },
    hero: {
      title: both('เก็บทุกประตู', 'Keep every goal'),
      text: both('การ์ดนักเตะของฤดูกาลนี้', 'This season’s players, as cards'),
    },
    collections: ['siam_betta'],
    about: both('สโมสรก่อตั้งเมื่อปี 2540', 'The club was founded in 1997.'),
  },
]

export function lookOf({ name, description, light, dark, domain }: DemoSite): LookContent {
  return {
    theme: { light, dark },
    languages: ['th', 'en'],
    metadata: { title: name, description, logo: null, favicon: null, card: null, keywords: [] },
    support: { email: `help@${domain.replace('.localhost', '')}.example` },
    texts: {},
  }
}

/** @param collection_ids of the site's own collections; none: what sells best on the market */
export function homeOf({ hero, name }: DemoSite, collection_ids: readonly string[]): LayoutContent {
  return {
    sections: [
      {
        id: 'hero',
        kind: 'content-hero',
        content: { ...hero, image: null, background: 'wash', position: 'left', link: null },
        source: 'assets',
        asset_ids: [],
      },
      {
        id: 'collections',
        kind: 'preview-slider',
        content: { title: name },
        source: 'collections',
        collection_ids: [...collection_ids],
        quantity: 5,
      },
      {
        id: 'new',
        kind: 'card-slider',
        content: { title: both('ใหม่ในตลาด', 'New on the market') },
        source: 'assets',
        asset_ids: [],
        collection_ids: [],
        quantity: 8,
      },
    ],
  }
}

export function aboutOf({ about, name }: DemoSite, language: 'th' | 'en'): PageContent {
  return {
    title: name[language],
    html: [{ tag: 'p', children: [{ tag: 'text', text: about[language] }] }],
  }
}
