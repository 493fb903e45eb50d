import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.stream.Stream;

/** Which entries of an index a query needs, and whether they come in the order in which it sorts. */
final class QueryPlan {
    /** More ranges than that are not worth an index. */
    private static final int MAX_RANGES = 500;
    /** Plans are compared by the entries that they read, counted up to this many. */
    private static final int MAX_COUNTED = 1_000;

    private final List<NavigableSet<SortedIndex.Entry>> ranges;
    private final SortedIndex index;
    private final QueryConditions conditions;
    final boolean isSorted;
    private final int cost;

    private QueryPlan(
        SortedIndex index, QueryConditions conditions, List<NavigableSet<SortedIndex.Entry>> ranges, boolean isSorted, int limit) {
        this.index = index;
        this.conditions = conditions;
        this.ranges = ranges;
        this.isSorted = isSorted;
        this.cost = countEntries(ranges, isSorted && limit > 0 ? Math.min(limit, MAX_COUNTED) : MAX_COUNTED);
    }

    /** The plan that reads least; `null` if no index helps. */
    static QueryPlan choose(List<SortedIndex> indexes, QueryConditions conditions, Document orderBy, int limit) {
        QueryPlan best = null;
        for (SortedIndex index : indexes) {
            QueryPlan plan = of(index, conditions, orderBy, limit);
            if (plan == null) {
                continue;
            }
            if (best == null || plan.cost < best.cost || (plan.cost == best.cost && plan.isSorted && !best.isSorted)) {
                best = plan;
            }
        }
        return best;
    }

    private static QueryPlan of(SortedIndex index, QueryConditions conditions, Document orderBy, int limit) {
        if (!conditions.restricts(index.requiredField())) {
            return null;
        }
        List<Object[]> prefixes = new ArrayList<>();
        prefixes.add(new Object[0]);
        List<IndexKey> fields = index.getKeys();
        int at = 0;
        for (; at < fields.size(); at++) {
            List<Object> values = conditions.valuesOf(fields.get(at).getKey());
            if (values == null || prefixes.size() * values.size() > MAX_RANGES) {
                break;
            }
            List<Object[]> longer = new ArrayList<>();
            for (Object[] prefix : prefixes) {
                values.forEach(value -> longer.add(append(prefix, value)));
            }
            prefixes = longer;
        }
        Object lowest = at == fields.size() ? null : conditions.lowestOf(fields.get(at).getKey());
        Object highest = at == fields.size() ? null : conditions.highestOf(fields.get(at).getKey());
        List<NavigableSet<SortedIndex.Entry>> ranges = new ArrayList<>();
        for (Object[] prefix : prefixes) {
            ranges.add(rangeOf(index, prefix, lowest, highest));
        }
        boolean isSorted = orderBy != null && prefixes.size() == 1 && index.isSorted() && sorts(fields, at, orderBy);
        return new QueryPlan(index, conditions, ranges, isSorted, limit);
    }

    private static NavigableSet<SortedIndex.Entry> rangeOf(SortedIndex index, Object[] prefix, Object lowest, Object highest) {
        // Of an array, one element may be above the one bound and another below the other.
        Object upper = index.hasArrays() && lowest != null ? null : highest;
        Object[] low = lowest == null ? prefix : append(prefix, lowest);
        Object[] high = upper == null ? prefix : append(prefix, upper);
        boolean isAscending = prefix.length == index.getKeys().size() || index.getKeys().get(prefix.length).isAscending();
        return isAscending ? index.range(low, high) : index.range(high, low);
    }

    /** Whether the fields of an index from a position on begin with the order of a query. */
    private static boolean sorts(List<IndexKey> fields, int from, Document orderBy) {
        int at = from;
        for (var order : orderBy.entrySet()) {
            if (at == fields.size() || !fields.get(at).getKey().equals(order.getKey())) {
                return false;
            }
            if (!(order.getValue() instanceof Number direction) || fields.get(at).isAscending() != direction.intValue() > 0) {
                return false;
            }
            at++;
        }
        return true;
    }

    private static Object[] append(Object[] prefix, Object value) {
        Object[] longer = Arrays.copyOf(prefix, prefix.length + 1);
        longer[prefix.length] = value;
        return longer;
    }

    private static int countEntries(List<NavigableSet<SortedIndex.Entry>> ranges, int upTo) {
        int count = 0;
        for (NavigableSet<SortedIndex.Entry> range : ranges) {
            for (SortedIndex.Entry ignored : range) {
                if (++count == upTo) {
                    return count;
                }
            }
        }
        return count;
    }

    /** The positions of the documents that may match, each once. They are read while the consumer takes them. */
    Stream<Object> positions() {
        List<Set<Object>> required = requiredValues();
        Stream<SortedIndex.Entry> entries = ranges.stream().flatMap(NavigableSet::stream);
        if (index.hasArrays()) {
            return entries.map(SortedIndex.Entry::position).distinct();
        }
        return entries.filter(entry -> meets(entry, required)).map(SortedIndex.Entry::position);
    }

    /** The values that each key of an entry may have; `null` where any may be. */
    private List<Set<Object>> requiredValues() {
        List<Set<Object>> required = new ArrayList<>();
        for (IndexKey field : index.getKeys()) {
            List<Object> values = conditions.valuesOf(field.getKey());
            required.add(values == null ? null : new HashSet<>(values));
        }
        return required;
    }

    private static boolean meets(SortedIndex.Entry entry, List<Set<Object>> required) {
        for (int at = 0; at < required.size(); at++) {
            if (required.get(at) != null && !required.get(at).contains(entry.keys()[at])) {
                return false;
            }
        }
        return true;
    }
}
