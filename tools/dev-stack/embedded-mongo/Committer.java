import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.h2.mvstore.MVStore;

/**
 * Commits the store between changes of documents, never during one: a document and its index entries are separate maps of
 * the store, and a commit between the two would leave them inconsistent after a kill.
 */
final class Committer implements Runnable {
    /** How long replaced data is kept, so that an older state can be read after a power failure. */
    static final int RETENTION_MS = 2_000;
    /** The commit interval for changes that no client waits for. */
    private static final long IDLE_MS = 50;
    /** A commit survives a kill of the process; a sync to disk also survives a power failure. */
    private static final long SYNC_EVERY_MS = 1_000;
    private static final long COMPACT_EVERY_MS = 10_000;
    private static final int COMPACT_BUDGET_MS = 50;

    private final MVStore store;
    /** The change of a document holds the read lock, a commit holds the write lock. */
    private final ReadWriteLock lock = new ReentrantReadWriteLock(true);
    /** Reads hold the read lock, the end of the store holds the write lock. */
    private final ReadWriteLock open = new ReentrantReadWriteLock();
    private final Object committing = new Object();
    private final Object syncing = new Object();
    private final AtomicLong tickets = new AtomicLong();
    private long saved;
    private volatile boolean unsynced;
    private long syncAtMs;
    private long compactAtMs = System.currentTimeMillis() + COMPACT_EVERY_MS;

    Committer(MVStore store) {
        this.store = store;
    }

    MVStore store() {
        return store;
    }

    /**
     * Changes one document and its index entries. Larger operations have commits between their documents, which would else
     * keep all other writes waiting, and the commit that those wait for. What holds this lock must not wait for a
     * collection: another thread may have that, and wait for this lock.
     */
    <T> T change(Supplier<T> change) {
        lock.readLock().lock();
        try {
            return change.get();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Runs an operation that changes collections or indexes as a whole: nothing is committed until it ends. */
    <T> T changeSchema(Supplier<T> operation) {
        synchronized (committing) {
            return operation.get();
        }
    }

    /**
     * Runs an operation that changes nothing. It waits for no commit of its own: documents are stored as bytes that do not
     * change.
     */
    <T> T read(Supplier<T> operation) {
        open.readLock().lock();
        try {
            return keepVersion(operation);
        } finally {
            open.readLock().unlock();
        }
    }

    /** Runs an operation while the store keeps the version that it begins with, whatever is committed and compacted. */
    <T> T keepVersion(Supplier<T> operation) {
        MVStore.TxCounter version = store.registerVersionUsage();
        try {
            return operation.get();
        } finally {
            store.deregisterVersionUsage(version);
        }
    }

    /** Called at the end of an operation: a commit that covers the ticket covers the whole operation. */
    long takeTicket() {
        return tickets.incrementAndGet();
    }

    /** Returns when the operation is in the file. The first caller commits for every operation that is complete by then. */
    void save(long ticket) {
        synchronized (committing) {
            if (saved < ticket) {
                commit();
            }
        }
    }

    /** Commits and syncs changes that no client waits for. */
    @Override
    public void run() {
        try {
            while (true) {
                Thread.sleep(IDLE_MS);
                synchronized (committing) {
                    commit();
                }
                syncPeriodically();
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException broken) {
            halt(broken);
        }
    }

    private void commit() {
        lock.writeLock().lock();
        try {
            if (store.isClosed()) {
                return;
            }
            saved = tickets.get();
            if (store.hasUnsavedChanges()) {
                store.commit();
                unsynced = true;
            }
            compactPeriodically();
        } catch (RuntimeException broken) {
            halt(broken);
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** Continuing would acknowledge writes that are lost; a restart reads the last consistent state. */
    private static void halt(RuntimeException broken) {
        System.err.println("The data file cannot be written: " + broken);
        Runtime.getRuntime().halt(1);
    }

    private void compactPeriodically() {
        if (store.getFileStore() != null && System.currentTimeMillis() > compactAtMs) {
            store.compactFile(COMPACT_BUDGET_MS);
            // Compaction resets the retention time to 0.
            store.setRetentionTime(RETENTION_MS);
            compactAtMs = System.currentTimeMillis() + COMPACT_EVERY_MS;
        }
    }

    private void syncPeriodically() {
        if (!unsynced || store.getFileStore() == null || System.currentTimeMillis() < syncAtMs) {
            return;
        }
        // Operations and commits continue during a sync; only closing the store waits for it.
        unsynced = false;
        synchronized (syncing) {
            if (!store.isClosed()) {
                store.getFileStore().sync();
            }
        }
        syncAtMs = System.currentTimeMillis() + SYNC_EVERY_MS;
    }

    /** Waits for the operations in progress, then closes the store. No operation may use it while the process exits. */
    void close() {
        // In this order: a read may wait for a collection whose holder waits to change a document, and a change of the
        // schema may wait for such a collection. The two locks are kept.
        open.writeLock().lock();
        synchronized (committing) {
            lock.writeLock().lock();
        }
        synchronized (syncing) {
            store.close();
        }
    }
}
