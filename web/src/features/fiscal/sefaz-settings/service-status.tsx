import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconInfoCircle,
  IconLoader2,
  IconPlugConnected,
  IconSlash,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { ServiceTest } from '@/api'
import { Button, formatInteger, formatTime, StatusBadge } from '@/ui'
import type { Tone } from '@/ui'
import classes from './sefaz.module.css'
import { texts } from './texts'
import type { TestState } from './use-connection-test'

const SERVICES = ['status', 'autorizacao', 'cadastro'] as const

const LOOKS: Record<ServiceTest['situacao'], { tone: Tone; icon: Icon }> = {
  online: { tone: 'green', icon: IconCircleCheckFilled },
  fora_do_ar: { tone: 'red', icon: IconAlertTriangleFilled },
  recusado: { tone: 'red', icon: IconAlertTriangleFilled },
  nao_oferecido: { tone: 'grey', icon: IconSlash },
}

type Props = {
  state: TestState
  /** Something is typed that the test will not use. */
  isDirty: boolean
  /** Gives the panel its own button. */
  onTest?: () => void
}

/** 'Status dos Serviços': what each of the three answered. */
export function ServiceStatus({ state, isDirty, onTest }: Props) {
  const result = state.kind === 'done' ? state.result : null
  return (
    <section className={classes.services} aria-label={texts.statusTitle} aria-busy={state.kind === 'testing'}>
      <div className={classes.servicesHead}>
        <h2>{texts.statusTitle}</h2>
        {result && (
          <span className={classes.meta}>
            {texts.testedWith[result.destino][result.ambiente]} · {formatTime(result.testado_em)}
          </span>
        )}
        {onTest && (
          <Button kind="secondary" icon={IconPlugConnected} loading={state.kind === 'testing'} onClick={onTest}>
            {texts.test}
          </Button>
        )}
      </div>
      {isDirty && <p className={classes.servicesNote}>{texts.testSaved}</p>}
      {result?.simulado && (
        <p className={classes.servicesNote}>
          <IconInfoCircle size={16} stroke={1.75} aria-hidden="true" />
          <span>
            <strong>{texts.simulated}.</strong> {result.motivo ?? texts.simulatedText}
          </span>
        </p>
      )}
      <div role="status">
        <ul>
          {SERVICES.map((service) => (
            <ServiceRow
              key={service}
              service={service}
              isTesting={state.kind === 'testing'}
              test={result?.servicos.find(({ servico }) => servico === service)}
            />
          ))}
        </ul>
      </div>
    </section>
  )
}

type RowProps = { service: (typeof SERVICES)[number]; isTesting: boolean; test: ServiceTest | undefined }

function ServiceRow({ service, isTesting, test }: RowProps) {
  const figures = test && [
    test.codigo !== null && texts.code(test.codigo),
    test.ms !== null && texts.ms(formatInteger(test.ms)),
  ]
  const meta = isTesting ? texts.asking : figures?.filter(Boolean).join(' · ')
  return (
    <li className={classes.service}>
      <div className={classes.serviceLine}>
        <div>
          <span className={classes.serviceName}>{texts.services[service]}</span>
          {meta && <span className={classes.meta}>{meta}</span>}
        </div>
        {isTesting ? (
          <StatusBadge tone="blue" icon={IconLoader2}>
            {texts.testing}
          </StatusBadge>
        ) : test ? (
          <StatusBadge {...LOOKS[test.situacao]}>{texts.states[test.situacao]}</StatusBadge>
        ) : (
          <StatusBadge tone="grey" icon={IconCircleDashed}>
            {texts.untested}
          </StatusBadge>
        )}
      </div>
      {test && <p className={classes.sentence}>{test.mensagem}</p>}
      {test?.resposta && <p className={classes.meta}>{texts.answered(test.resposta)}</p>}
    </li>
  )
}
