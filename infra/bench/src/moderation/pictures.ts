import { randomBytes } from 'node:crypto'
import { nearest } from '@talad/moderation/bot/known'
import { NEAR_PICTURES } from '@talad/proto/perceptual-hash'
import type { Db } from '@talad/shared/db'
import type { Line } from '../bench.ts'
import { inTurns, repeat } from '../measure.ts'
import { fillPictures } from './crowd.ts'

const PICTURES = 300_000
const ROUNDS = 3

/** MO-15: how long it takes to find what is near to a picture, beside a comparison with each of them. */
export async function pictureLine(db: Db, url: string, scale: number): Promise<Line> {
  await fillPictures(url, PICTURES)
  const search = () => {
    const pictureHash = randomBytes(32).toString('hex')
    const about = { blockchain: 'jfin', contractAddress: '0x', pictureHash }
    return nearest(db, about, { issued: true, most: 1 })
  }
  const compare = () =>
    db.query('select sheet_id from sheet_picture where bit_count(picture # $1::text::bit(256)) <= $2', [
      BigInt(`0x${randomBytes(32).toString('hex')}`)
        .toString(2)
        .padStart(256, '0'),
      NEAR_PICTURES,
    ])
  const measuring = (work: () => Promise<unknown>) => () => repeat({ workers: 1, ms: 3_000 * scale }, work)
  const { found, compared } = await inTurns(ROUNDS, {
    found: measuring(search),
    compared: measuring(compare),
  })
  return {
    what: `what is near to a picture, of ${PICTURES}, p50`,
    ours: found.p50,
    unit: 'ms',
    yardstick: { what: 'a comparison with each of them', figure: compared.p50 },
  }
}
