import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.ObjectId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;

/**
 * A non-unique index in memory: the library ignores such indexes and reads the whole collection for each query. The
 * index is never stored, so a kill cannot make it differ from the data. It is built when it is first used.
 *
 * <p>Documents without a certain key are left out, the first one unless the index is partial: {@link QueryPlan} answers
 * a query from the index only if the query requires something of that key.
 */
final class SortedIndex extends Index<Object> {
    /** The position of a document under one combination of its keys; or, without a position, an end of a range. */
    record Entry(Object[] keys, Object position, int edge) {}

    private final List<IndexKey> fields;
    private final NavigableSet<Entry> entries;
    private boolean isBuilt;
    private int requiredKey;
    private boolean hasArrays;
    private boolean hasOtherTypes;

    SortedIndex(String name, List<IndexKey> fields) {
        // Sparse: the library then accepts that some documents have no entry.
        super(name, fields, true);
        this.fields = List.copyOf(fields);
        this.entries = new TreeSet<>(new EntryOrder(fields));
    }

    boolean isBuilt() {
        return isBuilt;
    }

    /** From now on documents are taken in. A partial index names the field without which it leaves a document out. */
    void startBuilding(String requiredField) {
        requiredKey = Math.max(0, keys().indexOf(requiredField));
        isBuilt = true;
    }

    /** The field without which a document is left out. */
    String requiredField() {
        return fields.get(requiredKey).getKey();
    }

    /** With arrays, a document has several entries. */
    boolean hasArrays() {
        return hasArrays;
    }

    /** Whether the order of the entries is the order in which a query sorts. */
    boolean isSorted() {
        return !hasArrays && !hasOtherTypes;
    }

    /** The entries between two ends, each of which is the beginning of a key. */
    NavigableSet<Entry> range(Object[] from, Object[] to) {
        Entry first = new Entry(from, null, -1);
        Entry last = new Entry(to, null, 1);
        boolean isEmpty = entries.comparator().compare(first, last) > 0;
        return isEmpty ? Collections.emptyNavigableSet() : entries.subSet(first, true, last, true);
    }

    /** Whether values of this type can be looked up. */
    static boolean isComparable(Object value) {
        return value instanceof String || value instanceof Number || value instanceof Boolean || value instanceof ObjectId;
    }

    static Object normalize(Object value) {
        return value instanceof Number number ? (Object) number.doubleValue() : value;
    }

    private List<Entry> entriesOf(Document document, Object position) {
        List<Object[]> combinations = new ArrayList<>();
        combinations.add(new Object[fields.size()]);
        for (int at = 0; at < fields.size(); at++) {
            Object value = valueAt(document, fields.get(at).getKey());
            if (!(value instanceof Collection<?> elements)) {
                for (Object[] keys : combinations) {
                    keys[at] = keyOf(value);
                }
                continue;
            }
            hasArrays = true;
            List<Object[]> multiplied = new ArrayList<>();
            for (Object element : elements.isEmpty() ? Collections.singletonList(null) : elements) {
                for (Object[] keys : combinations) {
                    Object[] copy = keys.clone();
                    copy[at] = keyOf(element);
                    multiplied.add(copy);
                }
            }
            combinations = multiplied;
        }
        List<Entry> found = new ArrayList<>(combinations.size());
        for (Object[] keys : combinations) {
            if (keys[requiredKey] != null) {
                found.add(new Entry(keys, position, 0));
            }
        }
        return found;
    }

    /**
     * The value of a path such as {@code Queued.Priority}. The library reads each path with a regular expression: that was a
     * third of what the server allocated, and its collections of garbage made other requests wait.
     */
    private static Object valueAt(Document document, String path) {
        int dot = path.indexOf('.');
        if (dot < 0) {
            return document.getOrMissing(path);
        }
        Object head = document.getOrMissing(path.substring(0, dot));
        if (head instanceof Missing) {
            return head;
        }
        return head instanceof Document inner
            ? valueAt(inner, path.substring(dot + 1))
            : Utils.getSubdocumentValueCollectionAware(document, path);
    }

    private boolean hasEqualValues(Document one, Document other) {
        for (IndexKey field : fields) {
            if (!Objects.equals(valueAt(one, field.getKey()), valueAt(other, field.getKey()))) {
                return false;
            }
        }
        return true;
    }

    private Object keyOf(Object value) {
        if (isComparable(value)) {
            return normalize(value);
        }
        hasOtherTypes |= value != null && !(value instanceof Missing);
        return null;
    }

    @Override
    public void add(Document document, Object position, MongoCollection<Object> collection) {
        if (isBuilt) {
            entries.addAll(entriesOf(document, position));
        }
    }

    @Override
    public Object remove(Document document) {
        if (isBuilt) {
            entriesOf(document, document.get("_id")).forEach(entries::remove);
        }
        return null;
    }

    @Override
    public void updateInPlace(Document before, Document after, Object position, MongoCollection<Object> collection) {
        if (!isBuilt || hasEqualValues(before, after)) {
            return;
        }
        List<Entry> old = entriesOf(before, position);
        List<Entry> current = entriesOf(after, position);
        old.forEach(entries::remove);
        entries.addAll(current);
    }

    @Override
    public void checkAdd(Document document, MongoCollection<Object> collection) {
        // Every document is accepted.
    }

    @Override
    public void checkUpdate(Document before, Document after, MongoCollection<Object> collection) {
        // Every change is accepted.
    }

    /** The library may not choose the index on its own: {@link QueryPlan} does. */
    @Override
    public boolean canHandle(Document query) {
        return false;
    }

    @Override
    public Object getPosition(Document document) {
        return null;
    }

    @Override
    public Iterable<Object> getPositions(Document query) {
        throw new UnsupportedOperationException();
    }

    /** Says `false`, because the library fills an index that is empty when it is added, for each index anew. */
    @Override
    public boolean isEmpty() {
        return false;
    }

    @Override
    public long getCount() {
        return entries.size();
    }

    @Override
    public long getDataSize() {
        return entries.size();
    }

    @Override
    public void drop() {
        isBuilt = false;
        entries.clear();
    }
}
