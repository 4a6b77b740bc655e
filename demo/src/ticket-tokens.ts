import type { TicketLook } from './ticket-paper.ts'
import type { DrawnToken, Label } from './token.ts'

const zones = {
  ride: { th: 'เครื่องเล่น', en: 'Rides' },
  game: { th: 'ซุ้มเกม', en: 'Games' },
  food: { th: 'ของกิน', en: 'Food' },
  show: { th: 'การแสดง', en: 'Shows' },
  merit: { th: 'ทำบุญ', en: 'Merit' },
} as const satisfies Record<string, Label>

const papers: Record<TicketLook['inks'], Label> = {
  cherry: { th: 'แดงเชอร์รี', en: 'Cherry' },
  ocean: { th: 'น้ำเงินทะเล', en: 'Ocean' },
  plum: { th: 'ม่วงลูกหว้า', en: 'Plum' },
  mint: { th: 'เขียวสะระแหน่', en: 'Mint' },
  midnight: { th: 'ครามเที่ยงคืน', en: 'Midnight' },
  gold: { th: 'ทองคำเปลว', en: 'Gold leaf' },
}

const edges: Record<TicketLook['edge'], Label> = {
  scalloped: { th: 'ขอบหยัก', en: 'Scalloped' },
  perforated: { th: 'ขอบปรุ', en: 'Perforated' },
  plain: { th: 'ขอบเรียบ', en: 'Plain' },
}

type Row = [
  th: string,
  en: string,
  emblem: TicketLook['emblem'],
  zone: keyof typeof zones,
  inks: TicketLook['inks'],
  edge: TicketLook['edge'],
  stars: number,
  supply: number,
]

const rows: readonly Row[] = [
  ['ชิงช้าสวรรค์', 'Ferris Wheel', 'ferrisWheel', 'ride', 'cherry', 'scalloped', 3, 60],
  ['เก้าอี้บิน', 'Flying Chairs', 'flyingChairs', 'ride', 'ocean', 'perforated', 2, 80],
  ['ปาโป่ง', 'Balloon Darts', 'balloonDarts', 'game', 'mint', 'plain', 1, 100],
  ['ช้อนปลาทอง', 'Goldfish Scoop', 'goldfish', 'game', 'ocean', 'scalloped', 2, 75],
  ['สายไหม', 'Cotton Candy', 'cottonCandy', 'food', 'plum', 'perforated', 1, 90],
  ['น้ำแข็งไส', 'Shaved Ice', 'shavedIce', 'food', 'mint', 'perforated', 1, 100],
  ['กลองยาว', 'Long Drum', 'longDrum', 'show', 'cherry', 'plain', 3, 45],
  ['รำร่ม', 'Parasol Dance', 'parasol', 'show', 'mint', 'scalloped', 3, 40],
  ['หนังกลางแปลง', 'Open-air Cinema', 'outdoorCinema', 'show', 'midnight', 'perforated', 3, 50],
  ['มงกุฎลิเก', 'Likay Crown', 'likayCrown', 'show', 'plum', 'scalloped', 4, 25],
  ['พลุปิดงาน', 'Closing Fireworks', 'fireworks', 'show', 'midnight', 'scalloped', 4, 20],
  ['ระฆังทอง', 'Golden Bell', 'goldenBell', 'merit', 'gold', 'scalloped', 5, 5],
]

/** The twelve kinds of ticket. */
export const ticketTokens: readonly DrawnToken<TicketLook>[] = rows.map((row, index) => {
  const [th, en, emblem, zone, inks, edge, stars, supply] = row
  return {
    id: index + 1,
    name: { th, en },
    description: {
      th: `ตั๋วงานวัด โซน${zones[zone].th} พิมพ์ทั้งหมด ${supply} ใบ`,
      en: `A temple fair ticket from the ${zones[zone].en.toLowerCase()} row; ${supply} were printed.`,
    },
    supply,
    look: { emblem, inks, edge, stars },
    traits: [
      { type: { th: 'โซน', en: 'Zone' }, value: zones[zone] },
      { type: { th: 'สีพิมพ์', en: 'Print' }, value: papers[inks] },
      { type: { th: 'ขอบตั๋ว', en: 'Edge' }, value: edges[edge] },
      { type: { th: 'ดาว', en: 'Stars' }, value: stars },
      { type: { th: 'จำนวนพิมพ์', en: 'Printed' }, value: supply },
    ],
  }
})
