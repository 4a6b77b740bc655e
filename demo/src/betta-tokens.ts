import type { BettaLook, BettaPattern } from './betta.ts'
import type { FinType } from './betta-shapes.ts'
import type { Surroundings } from './betta-water.ts'
import type { DrawnToken, Label } from './token.ts'

const fins: Record<FinType, Label> = {
  halfmoon: { th: 'ฮาล์ฟมูน', en: 'Halfmoon' },
  rosetail: { th: 'โรสเทล', en: 'Rosetail' },
  crowntail: { th: 'หางมงกุฎ', en: 'Crowntail' },
  veiltail: { th: 'หางผ้าคลุม', en: 'Veiltail' },
  plakat: { th: 'ปลากัดหม้อ', en: 'Plakat' },
  doubletail: { th: 'สองหาง', en: 'Double tail' },
  delta: { th: 'เดลต้า', en: 'Delta' },
}

const colors: Record<BettaLook['color'], Label> = {
  ruby: { th: 'แดงทับทิม', en: 'Ruby' },
  sapphire: { th: 'น้ำเงินไพลิน', en: 'Sapphire' },
  turquoise: { th: 'ฟ้าคราม', en: 'Turquoise' },
  siam: { th: 'สามสีสยาม', en: 'Siam tricolour' },
  copper: { th: 'ทองแดง', en: 'Copper' },
  orchid: { th: 'ม่วงกล้วยไม้', en: 'Orchid' },
  mustard: { th: 'เหลืองมัสตาร์ด', en: 'Mustard' },
  opal: { th: 'ชมพูโอปอล', en: 'Opal' },
  pearl: { th: 'ขาวมุก', en: 'Pearl' },
  emerald: { th: 'เขียวมรกต', en: 'Emerald' },
}

const patterns: Record<BettaPattern, Label> = {
  solid: { th: 'สีล้วน', en: 'Solid' },
  butterfly: { th: 'ปีกผีเสื้อ', en: 'Butterfly' },
  marble: { th: 'ลายหินอ่อน', en: 'Marble' },
  dragon: { th: 'เกล็ดมังกร', en: 'Dragon scale' },
  cambodian: { th: 'ตัวเผือก', en: 'Cambodian' },
  grizzle: { th: 'ลายโปรย', en: 'Grizzle' },
}

const waters: Record<BettaLook['water'], Label> = {
  lagoon: { th: 'ลำธารใส', en: 'Clear stream' },
  midnight: { th: 'เที่ยงคืน', en: 'Midnight' },
  dusk: { th: 'ยามเย็น', en: 'Dusk' },
  amber: { th: 'น้ำหมักใบไม้', en: 'Amber leaf water' },
  jade: { th: 'หนองหยก', en: 'Jade pond' },
  rose: { th: 'รุ่งอรุณ', en: 'First light' },
}

const places: Record<Surroundings, Label> = {
  weeds: { th: 'สาหร่าย', en: 'Water weeds' },
  lotus: { th: 'บัวบาน', en: 'Lotus in bloom' },
  almond: { th: 'ใบหูกวาง', en: 'Almond leaves' },
  nest: { th: 'หวอด', en: 'Bubble nest' },
  stones: { th: 'หินลำธาร', en: 'River stones' },
}

type Row = [
  th: string,
  en: string,
  fin: FinType,
  color: BettaLook['color'],
  pattern: BettaPattern,
  water: BettaLook['water'],
  around: Surroundings,
  spirit: number,
]

const rows: readonly Row[] = [
  ['ทับทิมน้ำงาม', 'Ruby of the Stream', 'halfmoon', 'ruby', 'solid', 'lagoon', 'weeds', 78],
  ['มงกุฎไพลิน', 'Sapphire Crown', 'crowntail', 'sapphire', 'solid', 'midnight', 'stones', 91],
  ['ม่านราตรี', 'Curtain of Night', 'veiltail', 'orchid', 'butterfly', 'dusk', 'lotus', 64],
  ['นักเลงหม้อดิน', 'Clay Pot Boxer', 'plakat', 'copper', 'dragon', 'jade', 'almond', 97],
  ['กุหลาบโอปอล', 'Opal Rose', 'rosetail', 'opal', 'solid', 'rose', 'nest', 41],
  ['ธงชัยสยาม', 'Banner of Siam', 'doubletail', 'siam', 'solid', 'midnight', 'weeds', 88],
  ['แสงแรกนา', 'First Field Light', 'delta', 'mustard', 'solid', 'amber', 'almond', 70],
  ['หินอ่อนคราม', 'Indigo Marble', 'halfmoon', 'turquoise', 'marble', 'lagoon', 'lotus', 59],
  ['หยกโปรยฝน', 'Jade Rain', 'delta', 'emerald', 'grizzle', 'amber', 'stones', 66],
  ['ปีกมุกจันทร์', 'Moon Pearl Wing', 'halfmoon', 'pearl', 'butterfly', 'midnight', 'nest', 83],
  ['ไฟในใบไม้', 'Fire under Leaves', 'veiltail', 'ruby', 'cambodian', 'amber', 'almond', 72],
  ['มังกรตะวันตกดิน', 'Sunset Dragon', 'crowntail', 'copper', 'dragon', 'dusk', 'weeds', 94],
  ['คลื่นครามใหญ่', 'Great Blue Wave', 'veiltail', 'sapphire', 'butterfly', 'lagoon', 'stones', 75],
  ['กล้วยไม้ป่า', 'Wild Orchid', 'halfmoon', 'orchid', 'solid', 'midnight', 'weeds', 69],
  ['พลอยเขียวเมืองจันท์', 'Chanthaburi Green', 'veiltail', 'emerald', 'solid', 'dusk', 'lotus', 53],
  ['เกล็ดหิมะสยาม', 'Siam Snowflake', 'delta', 'pearl', 'solid', 'lagoon', 'weeds', 47],
  ['แฝดฟ้าคราม', 'Turquoise Twins', 'doubletail', 'turquoise', 'solid', 'dusk', 'weeds', 62],
  ['นักสู้ทุ่งข้าว', 'Rice Field Fighter', 'plakat', 'ruby', 'solid', 'jade', 'weeds', 99],
  ['ชมพูรุ่งอรุณ', 'Dawn Blush', 'veiltail', 'opal', 'butterfly', 'rose', 'lotus', 38],
  ['จันทร์เสี้ยวทอง', 'Golden Half Moon', 'halfmoon', 'mustard', 'butterfly', 'dusk', 'stones', 81],
  ['ทองแดงโบราณ', 'Old Copper', 'halfmoon', 'copper', 'solid', 'jade', 'weeds', 73],
  ['ดอกบัวไฟ', 'Lotus of Fire', 'halfmoon', 'ruby', 'butterfly', 'dusk', 'lotus', 85],
  ['ขวานฟ้า', 'Thunder Axe', 'plakat', 'sapphire', 'dragon', 'midnight', 'stones', 95],
  ['หนามหยก', 'Jade Thorn', 'crowntail', 'emerald', 'solid', 'midnight', 'almond', 87],
  ['ผ้าขาวม้า', 'Woven Cloth', 'delta', 'siam', 'marble', 'lagoon', 'stones', 57],
  ['ฝนดาวตก', 'Meteor Rain', 'veiltail', 'orchid', 'grizzle', 'midnight', 'nest', 60],
]

/** The twenty-six fighting fish. */
export const bettaTokens: readonly DrawnToken<BettaLook>[] = rows.map((row, index) => {
  const [th, en, fin, color, pattern, water, around, spirit] = row
  return {
    id: index + 1,
    name: { th, en },
    description: {
      th: `ปลากัด${colors[color].th} ครีบ${fins[fin].th} ${patterns[pattern].th} ว่ายอยู่ใน${waters[water].th}`,
      en: `${/^[AEIOU]/.test(colors[color].en) ? 'An' : 'A'} ${colors[color].en.toLowerCase()} ${fins[fin].en.toLowerCase()} betta at home in ${waters[water].en.toLowerCase()}.`,
    },
    supply: 1,
    look: { fin, color, pattern, water, around },
    traits: [
      { type: { th: 'ครีบ', en: 'Fin' }, value: fins[fin] },
      { type: { th: 'สี', en: 'Colour' }, value: colors[color] },
      { type: { th: 'ลาย', en: 'Pattern' }, value: patterns[pattern] },
      { type: { th: 'สายน้ำ', en: 'Water' }, value: waters[water] },
      { type: { th: 'ที่อยู่', en: 'Home' }, value: places[around] },
      { type: { th: 'ใจนักสู้', en: 'Spirit' }, value: spirit },
    ],
  }
})
