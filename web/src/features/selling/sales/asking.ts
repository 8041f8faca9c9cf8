import type { Payment } from './sale'

/** What a window of the counter asks. */
export type Asking =
  | { what: 'consumer' | 'discount' | 'park' | 'parked' | 'payment' | 'offline' | 'nfe' | 'client' }
  | { what: 'quantity' | 'price' | 'lot'; key: string }
  | { what: 'pix'; payment: Payment }
