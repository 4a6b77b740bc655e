import type { Stall } from '../stall.ts'
import { openDesk } from './desk.ts'
import { attendMarket } from './desk-market.ts'
import { attendBooks, attendPayouts } from './desk-money.ts'
import { attendServices } from './desk-operations.ts'
import { attendPeople } from './desk-people.ts'
import { attendPurchases } from './desk-purchases.ts'

/** Goes through everything that admins can do, once; people have been about before. */
export async function walkDesks(stall: Stall): Promise<void> {
  const desk = await openDesk(stall)
  try {
    await attendPurchases(desk)
    await attendPayouts(desk)
    await attendBooks(desk)
    await attendPeople(desk)
    await attendMarket(desk)
    await attendServices(desk)
  } finally {
    await desk.close()
  }
}
