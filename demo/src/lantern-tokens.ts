import type { Land } from './lantern-land.ts'
import type { LanternLook } from './lantern-night.ts'
import type { Ornament } from './lantern-ornaments.ts'
import type { LanternShape } from './lantern-shapes.ts'
import type { DrawnToken, Label } from './token.ts'

const shapes: Record<LanternShape, Label> = {
  sky: { th: 'โคมลอย', en: 'Sky lantern' },
  diamond: { th: 'โคมเพชร', en: 'Diamond lantern' },
  bud: { th: 'โคมดอกบัว', en: 'Lotus bud' },
  star: { th: 'โคมดาว', en: 'Star lantern' },
  drum: { th: 'โคมกลอง', en: 'Drum lantern' },
}

const papers: Record<LanternLook['paper'], Label> = {
  saffron: { th: 'กระดาษส้มจีวร', en: 'Saffron' },
  crimson: { th: 'กระดาษแดงชาด', en: 'Crimson' },
  ivory: { th: 'กระดาษสาขาว', en: 'Ivory' },
  lotus: { th: 'กระดาษชมพูบัว', en: 'Lotus pink' },
  jade: { th: 'กระดาษเขียวหยก', en: 'Jade' },
  azure: { th: 'กระดาษฟ้าคราม', en: 'Azure' },
}

const ornaments: Record<Ornament, Label> = {
  plain: { th: 'เรียบ', en: 'Plain' },
  lotus: { th: 'ลายดอกบัว', en: 'Lotus' },
  flame: { th: 'ลายเปลวไฟ', en: 'Flames' },
  stars: { th: 'ลายดาวล้อม', en: 'Ring of stars' },
  lattice: { th: 'ลายตาข่าย', en: 'Lattice' },
}

const skies: Record<LanternLook['sky'], Label> = {
  indigo: { th: 'คืนเพ็ญคราม', en: 'Indigo full moon' },
  ember: { th: 'ฟ้าแดงย่ำค่ำ', en: 'Ember dusk' },
  teal: { th: 'คืนเขียวหัวเป็ด', en: 'Teal night' },
  violet: { th: 'คืนม่วง', en: 'Violet night' },
  dawn: { th: 'ใกล้รุ่ง', en: 'Before dawn' },
  blackgold: { th: 'คืนทองดำ', en: 'Black and gold' },
}

const lands: Record<Land, Label> = {
  chedi: { th: 'เจดีย์และวิหาร', en: 'Chedi and hall' },
  mountains: { th: 'ดอยสูง', en: 'High hills' },
  river: { th: 'แม่น้ำ', en: 'River' },
  terraces: { th: 'นาขั้นบันได', en: 'Rice terraces' },
  pines: { th: 'ป่าสน', en: 'Pine wood' },
}

type Row = [
  th: string,
  en: string,
  shape: LanternShape,
  paper: LanternLook['paper'],
  ornament: Ornament,
  sky: LanternLook['sky'],
  land: Land,
  others: number,
]

const rows: readonly Row[] = [
  ['คำขอข้อแรก', 'The First Wish', 'sky', 'saffron', 'lotus', 'indigo', 'chedi', 18],
  ['เพชรแดงกลางดอย', 'Red Diamond Hill', 'diamond', 'crimson', 'stars', 'violet', 'mountains', 9],
  ['บัวริมน้ำ', 'Lotus by the River', 'bud', 'lotus', 'plain', 'teal', 'river', 14],
  ['ดาวป่าสน', 'Star of the Pines', 'star', 'ivory', 'stars', 'blackgold', 'pines', 7],
  ['กลองไฟนาขั้นบันได', 'Drum of the Terraces', 'drum', 'crimson', 'flame', 'ember', 'terraces', 24],
  ['ขาวก่อนรุ่ง', 'White before Dawn', 'sky', 'ivory', 'lattice', 'dawn', 'river', 33],
  ['เพชรครามหน้าวิหาร', 'Azure at the Hall', 'diamond', 'azure', 'lotus', 'ember', 'chedi', 12],
  ['ชมพูเหนือป่าสน', 'Pink over the Pines', 'sky', 'lotus', 'flame', 'violet', 'pines', 20],
  ['บัวทองนาใหม่', 'Golden Bud', 'bud', 'saffron', 'lotus', 'indigo', 'terraces', 5],
  ['ดาวหยกบนดอย', 'Jade Star', 'star', 'jade', 'plain', 'teal', 'mountains', 16],
  ['กลองครามริมฝั่ง', 'Blue Drum Ashore', 'drum', 'azure', 'stars', 'indigo', 'river', 28],
  ['หกสิบคำอธิษฐาน', 'Sixty Prayers', 'sky', 'crimson', 'plain', 'blackgold', 'chedi', 60],
  ['ส้มแสดยามค่ำ', 'Saffron Evening', 'sky', 'saffron', 'flame', 'ember', 'river', 26],
  ['เพชรหยกป่าสน', 'Jade Diamond', 'diamond', 'jade', 'lattice', 'teal', 'pines', 11],
  ['คืนกลับบ้าน', 'The Way Home', 'sky', 'crimson', 'stars', 'indigo', 'mountains', 15],
  ['บัวแดงใกล้รุ่ง', 'Red Bud at Dawn', 'bud', 'crimson', 'plain', 'dawn', 'chedi', 8],
  ['กลองขาวในหมอก', 'White Drum in Mist', 'drum', 'ivory', 'lattice', 'indigo', 'mountains', 13],
  ['ดาวแดงเหนือวัด', 'Red Star over the Temple', 'star', 'crimson', 'lotus', 'indigo', 'chedi', 22],
  ['ฟ้าลอยเหนือนา', 'Azure over the Fields', 'sky', 'azure', 'stars', 'dawn', 'terraces', 17],
  ['หยกลอยน้ำ', 'Jade on the Water', 'sky', 'jade', 'lotus', 'teal', 'river', 38],
  ['เพชรทองคืนดำ', 'Gold Diamond, Black Night', 'diamond', 'saffron', 'stars', 'blackgold', 'chedi', 44],
  ['ชมพูแรกแย้ม', 'First Blush', 'drum', 'lotus', 'lotus', 'ember', 'mountains', 10],
]

/** The twenty-two lanterns. */
export const lanternTokens: readonly DrawnToken<LanternLook>[] = rows.map((row, index) => {
  const [th, en, shape, paper, ornament, sky, land, others] = row
  return {
    id: index + 1,
    name: { th, en },
    description: {
      th: `${shapes[shape].th}${papers[paper].th} ในฉาก${lands[land].th} พร้อมโคมอีก ${others} ดวงบนฟ้า`,
      en: `${shapes[shape].en} in ${papers[paper].en.toLowerCase()} paper, with ${others} more rising behind it.`,
    },
    supply: 1,
    look: { shape, paper, ornament, sky, land, others },
    traits: [
      { type: { th: 'รูปโคม', en: 'Shape' }, value: shapes[shape] },
      { type: { th: 'กระดาษ', en: 'Paper' }, value: papers[paper] },
      { type: { th: 'ลาย', en: 'Ornament' }, value: ornaments[ornament] },
      { type: { th: 'ท้องฟ้า', en: 'Sky' }, value: skies[sky] },
      { type: { th: 'แผ่นดิน', en: 'Land' }, value: lands[land] },
      { type: { th: 'โคมบนฟ้า', en: 'Lanterns in the sky' }, value: others },
    ],
  }
})
