import { IconAlertTriangleFilled, IconCircleCheckFilled, IconInfoCircleFilled, IconX } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { PointerEvent } from 'react'
import { createPortal } from 'react-dom'
import { currentToast, subscribeToToast, toast } from './toast-store'
import type { Toast } from './toast-store'
import classes from './toast.module.css'

const ICONS = { success: IconCircleCheckFilled, error: IconAlertTriangleFilled, info: IconInfoCircleFilled }

/** Pixels a toast must be dragged sideways to go away. */
const SWIPE_THRESHOLD = 50

/** Where toasts appear. The live regions are always there, since screen readers announce only what changes in them. */
export function ToastHost() {
  const shown = useSyncExternalStore(subscribeToToast, currentToast)
  return createPortal(
    <div className={classes.host}>
      <div role="status">{shown && shown.tone !== 'error' && <ToastCard key={shown.id} toast={shown} />}</div>
      <div role="alert">{shown?.tone === 'error' && <ToastCard key={shown.id} toast={shown} />}</div>
    </div>,
    document.body,
  )
}

function ToastCard({ toast: { tone, title, text, duration, action } }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false)
  const swipe = useSwipe()
  const Icon = ICONS[tone]

  useEffect(() => {
    if (isHeld || !Number.isFinite(duration)) return
    const timer = setTimeout(toast.close, duration)
    return () => clearTimeout(timer)
  }, [isHeld, duration])

  return (
    <div
      className={classes.toast}
      data-tone={tone}
      {...swipe}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={20} className={classes.icon} aria-hidden="true" />
      <div className={classes.words}>
        <strong>{title}</strong>
        {text && <p>{text}</p>}
      </div>
      {action && (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            toast.close()
            action.onClick()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={classes.close} aria-label="Fechar aviso" onClick={toast.close}>
        <IconX size={16} stroke={1.75} aria-hidden="true" />
      </button>
    </div>
  )
}

/** Follows the finger sideways; past the threshold the toast goes. */
function useSwipe() {
  const [start, setStart] = useState<number | null>(null)
  const [moved, setMoved] = useState(0)
  const end = () => {
    if (Math.abs(moved) >= SWIPE_THRESHOLD) toast.close()
    setStart(null)
    setMoved(0)
  }
  return {
    style: { translate: `${moved}px`, transition: start === null ? undefined : 'none' },
    onPointerDown: (event: PointerEvent) => {
      if ((event.target as Element).closest('button')) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setStart(event.clientX)
    },
    onPointerMove: (event: PointerEvent) => {
      if (start !== null) setMoved(event.clientX - start)
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
