import classes from './sample-receipt.module.css'
import { texts } from './texts'

const ITEMS = [
  ['001 Laje treliçada H8 com EPS', '24,00 m² × 62,90', '1.509,60'],
  ['002 Vigota treliçada TR8, 3,00 m', '16,00 un × 38,50', '616,00'],
  ['003 Enchimento EPS H8, 1,00 × 0,40 m', '60,00 un × 9,80', '588,00'],
  ['004 Tela soldada Q92, 2,00 × 3,00 m', '6,00 un × 118,00', '708,00'],
  ['005 Cimento CP II, saco 50 kg', '18,00 sc × 39,90', '718,20'],
  ['006 Espaçador plástico 20 mm, cento', '3,00 ct × 24,90', '74,70'],
] as const

/** QR code, 29 modules wide, of the words "Cupom de exemplo, sem valor fiscal". */
const QR_PATH =
  'M0 0h7v1H0zM8 0h4v1H8zM13 0h3v1H13zM19 0h2v1H19zM22 0h7v1H22zM0 1h1v1H0zM6 1h1v1H6zM8 1h1v1H8zM10 1h4v1H10zM16 1h1v1H16zM18 1h1v1H18zM20 1h1v1H20zM22 1h1v1H22zM28 1h1v1H28zM0 2h1v1H0zM2 2h3v1H2zM6 2h1v1H6zM9 2h3v1H9zM16 2h1v1H16zM19 2h1v1H19zM22 2h1v1H22zM24 2h3v1H24zM28 2h1v1H28zM0 3h1v1H0zM2 3h3v1H2zM6 3h1v1H6zM8 3h1v1H8zM12 3h1v1H12zM14 3h2v1H14zM17 3h1v1H17zM22 3h1v1H22zM24 3h3v1H24zM28 3h1v1H28zM0 4h1v1H0zM2 4h3v1H2zM6 4h1v1H6zM10 4h1v1H10zM12 4h1v1H12zM14 4h1v1H14zM16 4h2v1H16zM19 4h2v1H19zM22 4h1v1H22zM24 4h3v1H24zM28 4h1v1H28zM0 5h1v1H0zM6 5h1v1H6zM10 5h4v1H10zM15 5h2v1H15zM19 5h2v1H19zM22 5h1v1H22zM28 5h1v1H28zM0 6h7v1H0zM8 6h1v1H8zM10 6h1v1H10zM12 6h1v1H12zM14 6h1v1H14zM16 6h1v1H16zM18 6h1v1H18zM20 6h1v1H20zM22 6h7v1H22zM8 7h1v1H8zM10 7h1v1H10zM12 7h1v1H12zM15 7h4v1H15zM0 8h1v1H0zM2 8h2v1H2zM5 8h3v1H5zM9 8h1v1H9zM12 8h2v1H12zM15 8h4v1H15zM22 8h1v1H22zM25 8h1v1H25zM27 8h2v1H27zM1 9h1v1H1zM4 9h2v1H4zM7 9h4v1H7zM13 9h3v1H13zM17 9h12v1H17zM4 10h1v1H4zM6 10h1v1H6zM8 10h2v1H8zM11 10h1v1H11zM13 10h1v1H13zM17 10h2v1H17zM21 10h2v1H21zM25 10h1v1H25zM27 10h1v1H27zM1 11h1v1H1zM4 11h1v1H4zM7 11h2v1H7zM10 11h1v1H10zM19 11h5v1H19zM28 11h1v1H28zM2 12h1v1H2zM5 12h3v1H5zM14 12h1v1H14zM17 12h1v1H17zM26 12h2v1H26zM1 13h3v1H1zM5 13h1v1H5zM7 13h1v1H7zM10 13h1v1H10zM14 13h3v1H14zM19 13h1v1H19zM21 13h2v1H21zM25 13h1v1H25zM27 13h2v1H27zM0 14h1v1H0zM2 14h1v1H2zM4 14h1v1H4zM6 14h3v1H6zM11 14h1v1H11zM13 14h1v1H13zM17 14h4v1H17zM22 14h1v1H22zM27 14h2v1H27zM0 15h1v1H0zM3 15h1v1H3zM10 15h1v1H10zM12 15h1v1H12zM14 15h2v1H14zM19 15h1v1H19zM21 15h1v1H21zM0 16h1v1H0zM2 16h1v1H2zM4 16h1v1H4zM6 16h1v1H6zM8 16h1v1H8zM11 16h1v1H11zM14 16h1v1H14zM18 16h1v1H18zM21 16h1v1H21zM24 16h1v1H24zM27 16h1v1H27zM1 17h1v1H1zM3 17h2v1H3zM7 17h1v1H7zM11 17h2v1H11zM14 17h2v1H14zM18 17h1v1H18zM20 17h1v1H20zM23 17h1v1H23zM25 17h1v1H25zM27 17h1v1H27zM0 18h1v1H0zM2 18h1v1H2zM5 18h3v1H5zM9 18h10v1H9zM22 18h3v1H22zM3 19h1v1H3zM7 19h1v1H7zM11 19h5v1H11zM17 19h1v1H17zM20 19h1v1H20zM25 19h4v1H25zM1 20h1v1H1zM6 20h3v1H6zM10 20h1v1H10zM13 20h2v1H13zM16 20h2v1H16zM19 20h8v1H19zM28 20h1v1H28zM8 21h1v1H8zM10 21h2v1H10zM16 21h1v1H16zM18 21h1v1H18zM20 21h1v1H20zM24 21h2v1H24zM27 21h1v1H27zM0 22h7v1H0zM8 22h1v1H8zM14 22h1v1H14zM16 22h2v1H16zM19 22h2v1H19zM22 22h1v1H22zM24 22h1v1H24zM26 22h2v1H26zM0 23h1v1H0zM6 23h1v1H6zM8 23h2v1H8zM11 23h6v1H11zM19 23h2v1H19zM24 23h1v1H24zM0 24h1v1H0zM2 24h3v1H2zM6 24h1v1H6zM12 24h1v1H12zM15 24h3v1H15zM20 24h5v1H20zM26 24h2v1H26zM0 25h1v1H0zM2 25h3v1H2zM6 25h1v1H6zM8 25h1v1H8zM15 25h3v1H15zM20 25h2v1H20zM23 25h4v1H23zM28 25h1v1H28zM0 26h1v1H0zM2 26h3v1H2zM6 26h1v1H6zM8 26h1v1H8zM11 26h2v1H11zM17 26h2v1H17zM20 26h1v1H20zM23 26h1v1H23zM28 26h1v1H28zM0 27h1v1H0zM6 27h1v1H6zM10 27h1v1H10zM12 27h2v1H12zM15 27h1v1H15zM18 27h1v1H18zM20 27h1v1H20zM22 27h1v1H22zM24 27h1v1H24zM27 27h1v1H27zM0 28h7v1H0zM8 28h3v1H8zM12 28h4v1H12zM18 28h1v1H18zM20 28h4v1H20zM27 28h1v1H27z'

/** The receipt that comes out of the counter on the landing page: an example, told to screen readers as one image. */
export function SampleReceipt() {
  return (
    <div className={classes.receipt} role="img" aria-label={texts.receiptLabel}>
      <div className={classes.head}>
        <strong className={classes.company}>LAJES BOA VISTA LTDA</strong>
        <span>CNPJ 11.222.333/0001-81 · IE 336.482.910.118</span>
        <span>Rua das Olarias, 480 · Distrito Industrial · Campinas/SP</span>
      </div>
      <div className={classes.head}>
        <strong>DANFE NFC-e</strong>
        <span>Documento Auxiliar da Nota Fiscal</span>
        <span>de Consumidor Eletrônica</span>
      </div>
      <div className={classes.block}>
        {ITEMS.map(([name, quantity, total]) => (
          <div key={name} className={classes.item}>
            <div>{name}</div>
            <Row label={quantity} value={total} />
          </div>
        ))}
      </div>
      <div className={classes.block}>
        <Row label="Qtd. total de itens" value="6" />
        <Row label="Valor total" value="4.214,50" />
        <Row label="Desconto" value="64,50" />
        <div className={classes.total}>
          <Row label="Valor a pagar" value="R$ 4.150,00" />
        </div>
      </div>
      <div className={classes.block}>
        <Row label="Pix" value="3.000,00" />
        <Row label="Dinheiro" value="1.200,00" />
        <Row label="Troco" value="50,00" />
      </div>
      <div className={classes.foot}>
        <svg className={classes.qr} viewBox="0 0 29 29" shapeRendering="crispEdges" aria-hidden="true">
          <path d={QR_PATH} />
        </svg>
        <span>Consumidor não identificado</span>
        <span>NFC-e nº 1.284 · Série 1 · 20/11/2026 15:42:08</span>
      </div>
    </div>
  )
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <div className={classes.row}>
      <span>{label}</span>
      <span>{value}</span>
    </div>
  )
}
