import type { BotRule } from '@talad/proto/http/moderation/flagging-finding'

type Texts = Record<string, string>
type Bad = Texts & { rule: BotRule }

const BAD_SITES = ['free-mint.example', 'claim-gift.example', 'wallet-check.test', 'รางวัล.example']
const VERIFIED = [
  ...['ปลากัดสยาม · Siam Betta', 'โคมลอยยี่เป็ง · Yi Peng Lanterns', 'ตั๋วงานวัด · Temple Fair Tickets'],
  ...['Chao Phraya Nights', 'Muay Legends', 'สวนลิ้นจี่', 'Golden Naga', 'Lotus Pond Society'],
]

/** How the address of a bad site gets into metadata. */
const spamWays: ((site: string) => Texts)[] = [
  (site) => ({ name: `Visit ${site} to claim` }),
  (site) => ({ description: `รับของรางวัลที่ https://www.${site}/gift?id=7 วันนี้เท่านั้น` }),
  (site) => ({ external_url: `https://${site}/` }),
  (site) => ({ image: `https://img.${site}/1.png` }),
  (site) => ({ metadata: `https://api.${site}/token/1` }),
  (site) => ({ trait: `Website: ${site}` }),
  (site) => ({ description: `go to ${site.replace('.', '[.]')} now` }),
  (site) => ({ description: `go to ${site.replace('.', ' (dot) ')} now` }),
  (site) => ({ description: [...site].join('\u200b') }),
  (site) => ({ name: site.toUpperCase() }),
  (site) => ({ description: `HTTPS://SUB.${site.toUpperCase()}` }),
  (site) => ({ collection: 'Drop', name: `$500 | ${site}` }),
]

const LOOKALIKES: Record<string, string> = { a: 'а', e: 'е', o: 'о', i: '1', s: 'ѕ', t: 'т', p: 'р', c: 'с' }
const disguised = (name: string) => [...name].map((one) => LOOKALIKES[one] ?? one).join('')

/** How somebody takes the name of another. */
const nameWays: ((name: string) => Texts)[] = [
  (name) => ({ collection: name }),
  (name) => ({ collection: `${name} Official` }),
  (name) => ({ collection: name.toUpperCase() }),
  (name) => ({ collection: disguised(name) }),
  (name) => ({ collection: [...name].join('\u200b') }),
  (name) => ({ collection: `The Original ${name} #3` }),
  (name) => ({ collection: 'My art', name: `${name} #77` }),
  (name) => ({ collection: name.replace(/(\p{L})(?=\P{L}|$)/u, '$1$1') }),
]
const latinOf = (name: string) => name.split(' · ').at(-1) ?? name

const MARKUP = [
  ...[
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="https://x.example">win</a>',
    '<b>new</b>',
  ],
  ...[
    '&lt;iframe src=//x.example&gt;',
    '<svg/onload=alert(1)>',
    '<!-- hidden -->',
    '[free](https://x.example/claim)',
  ],
  ...[
    '![](https://x.example/track.png)',
    '[url=https://x.example]free[/url]',
    'javascript:alert(1)',
    '<style>*{}</style>',
  ],
  ...[
    'data:text/html,<p>hi',
    '<p>เงินรางวัล</p>',
    '＜script＞x',
    '<div class="a">',
    '&#60;form action=x&#62;',
    '<br/>',
  ],
]

const bad: Bad[] = [
  ...BAD_SITES.flatMap((site) => spamWays.map((way): Bad => ({ ...way(site), rule: 'blacklisted_domain' }))),
  ...VERIFIED.flatMap((name) =>
    nameWays.map((way): Bad => ({ ...way(latinOf(name)), rule: 'imitated_name' })),
  ),
  ...MARKUP.flatMap((text) =>
    ['name', 'description'].map((field): Bad => ({ [field]: `x ${text} y`, rule: 'markup' })),
  ),
]

const NAMES = [
  ...['ปลาทองหางยาว', 'ช้างเผือก', 'Bangkok Tuk Tuk', 'Mango Sticky Rice', 'Night Market Cats', 'วัดอรุณยามเช้า'],
  ...[
    'Siam Sunrise',
    'Betta Splendens Study',
    'Lantern of the North',
    'Golden Hour',
    'Lotus',
    'Ticket to Ride',
  ],
  ...[
    'Muay Thai Gloves',
    'River Nights of Ayutthaya',
    'เรือหางยาว',
    'Elephant #12',
    'Pixel Naga',
    'Temple Bells',
  ],
  ...[
    'R&B <3',
    'A > B',
    '50% off-white',
    'C++ Cats',
    'ชา.นม.ไข่มุก',
    'No. 7',
    'mr. rice',
    'St. Mary',
    '3.14',
    'Rare [1/1]',
  ],
]
const DESCRIPTIONS = [
  ...['วาดด้วยมือทุกชิ้น ติดตามได้ที่ instagram.com/artist', 'One of 100. See https://artist.example/about for more.'],
  ...[
    'ขนาด 800x800 px, สีน้ำมัน (2566)',
    'if a < b then b > a',
    'I <3 Chiang Mai',
    'Edition [rare] (one of ten)',
  ],
  ...[
    'v1.2.3 – the third print, e.g. signed.',
    'Contact: hello@gallery.example',
    '“Never share your key” – the artist',
  ],
  ...[
    'mint.example is our site, not free-mints.example',
    'on = off, off = on',
    'ราคา 1,000 บาท/ชิ้น',
    'data: text only',
  ],
]

/** Every name with every description, in a collection of its own. */
const sound: Texts[] = NAMES.flatMap((name, n) =>
  DESCRIPTIONS.map((description, d) => ({
    collection: NAMES[(n + d + 1) % NAMES.length] ?? '',
    name: `${name} #${d}`,
    description,
    external_url: 'https://artist.example/',
    trait: `Background: ${n % 2 === 0 ? 'Gold' : 'ทอง'}`,
  })),
)

/** MO-15: what bots must find, and what they must leave alone. */
export const planted = { blacklist: BAD_SITES.join(', '), verified: VERIFIED, bad, sound }
