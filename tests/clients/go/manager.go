package main

import (
	"context"
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clientscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/tools/record"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

const held = "manager.reeve.dev/held"

// The librarian keeps a ConfigMap with the books of each library, and tidies up before a library goes.
type librarian struct {
	client.Client
	events record.EventRecorder
	tidied *told
}

func (l *librarian) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	library := &Library{}
	if err := l.Get(ctx, request.NamespacedName, library); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !library.DeletionTimestamp.IsZero() {
		if controllerutil.RemoveFinalizer(library, held) {
			l.tidied.say("tidied %s", library.Name)
			return ctrl.Result{}, l.Update(ctx, library)
		}
		return ctrl.Result{}, nil
	}
	if controllerutil.AddFinalizer(library, held) {
		return ctrl.Result{}, l.Update(ctx, library)
	}
	catalogue := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: library.Name, Namespace: library.Namespace}}
	did, err := controllerutil.CreateOrUpdate(ctx, l.Client, catalogue, func() error {
		catalogue.Data = map[string]string{"books": strings.Join(library.Spec.Books, ",")}
		return controllerutil.SetControllerReference(library, catalogue, l.Scheme())
	})
	if err != nil {
		return ctrl.Result{}, err
	}
	if did == controllerutil.OperationResultCreated {
		l.events.Event(library, "Normal", "Shelved", "has a catalogue")
	}
	before := library.DeepCopyObject().(*Library)
	library.Status.Shelved = len(library.Spec.Books)
	meta.SetStatusCondition(&library.Status.Conditions, metav1.Condition{Type: "Ready", Status: "True", Reason: "Shelved", ObservedGeneration: library.Generation})
	return ctrl.Result{}, l.Status().Patch(ctx, library, client.MergeFrom(before))
}

func runManager(ctx context.Context, at *place) (any, error) {
	made := definition("manager.reeve.dev", "libraries", "Library")
	made.Spec.Versions[0].Subresources.Scale = nil
	if _, err := install(ctx, at, made); err != nil {
		return nil, err
	}
	scheme := runtime.NewScheme()
	if err := clientscheme.AddToScheme(scheme); err != nil {
		return nil, err
	}
	if err := libraryScheme.AddToScheme(scheme); err != nil {
		return nil, err
	}
	manager, err := ctrl.NewManager(at.config, ctrl.Options{
		Scheme: scheme, Metrics: server.Options{BindAddress: "0"},
		LeaderElection: true, LeaderElectionID: "librarian", LeaderElectionNamespace: at.namespace, LeaderElectionReleaseOnCancel: true,
		Cache: cache.Options{DefaultNamespaces: map[string]cache.Config{at.namespace: {}}},
	})
	if err != nil {
		return nil, err
	}
	reconciler := &librarian{Client: manager.GetClient(), events: manager.GetEventRecorderFor("librarian"), tidied: &told{}}
	err = ctrl.NewControllerManagedBy(manager).For(&Library{}).Owns(&corev1.ConfigMap{}).Complete(reconciler)
	if err != nil {
		return nil, err
	}
	running, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- manager.Start(running) }()
	result, err := useLibrary(ctx, at, manager.GetClient(), manager.GetAPIReader())
	stop()
	if failed := <-ended; err == nil && failed != nil {
		err = failed
	}
	if result != nil {
		// Once or more: an update that came too late is made again.
		result["tidied"] = len(reconciler.tidied.all()) > 0
	}
	return result, err
}

func useLibrary(ctx context.Context, at *place, cached client.Client, direct client.Reader) (map[string]any, error) {
	library := &Library{ObjectMeta: metav1.ObjectMeta{Name: "city", Namespace: at.namespace}, Spec: LibrarySpec{Books: []string{"a"}}}
	if err := cached.Create(ctx, library); err != nil {
		return nil, err
	}
	key, result := client.ObjectKeyFromObject(library), map[string]any{}
	catalogue := &corev1.ConfigMap{}
	settled := func(books string, count int) error {
		return until(ctx, "the catalogue to say "+books, func(ctx context.Context) (bool, error) {
			if err := direct.Get(ctx, key, catalogue); err != nil {
				return false, client.IgnoreNotFound(err)
			}
			err := direct.Get(ctx, key, library)
			return catalogue.Data["books"] == books && library.Status.Shelved == count, err
		})
	}
	if err := settled("a", 1); err != nil {
		return nil, err
	}
	result["library"], result["catalogue"] = plain(library), plain(catalogue)
	if err := cached.Patch(ctx, library, client.RawPatch("application/merge-patch+json", []byte(`{"spec":{"books":["a","b"]}}`))); err != nil {
		return result, err
	}
	if err := settled("a,b", 2); err != nil {
		return result, err
	}
	// What is owned comes back.
	if err := cached.Delete(ctx, catalogue); err != nil {
		return result, err
	}
	if err := settled("a,b", 2); err != nil {
		return result, err
	}
	applied := &Library{TypeMeta: metav1.TypeMeta{APIVersion: "manager.reeve.dev/v1", Kind: "Library"}, ObjectMeta: metav1.ObjectMeta{Name: "city", Namespace: at.namespace}, Spec: LibrarySpec{Books: []string{"c"}}}
	result["conflict"] = why(cached.Patch(ctx, applied.DeepCopyObject().(client.Object), client.Apply, client.FieldOwner("other")))
	if err := cached.Patch(ctx, applied, client.Apply, client.FieldOwner("other"), client.ForceOwnership); err != nil {
		return result, err
	}
	if err := settled("c", 1); err != nil {
		return result, err
	}
	if err := direct.Get(ctx, key, library); err != nil {
		return result, err
	}
	result["settled"] = plain(library)
	if err := cached.Delete(ctx, library, client.PropagationPolicy(metav1.DeletePropagationForeground)); err != nil {
		return result, err
	}
	if err := gone(ctx, "the library", func() error { return direct.Get(ctx, key, library) }); err != nil {
		return result, fmt.Errorf("%w: %v", err, plain(library))
	}
	err := direct.Get(ctx, key, catalogue)
	result["catalogue gone"] = apierrors.IsNotFound(err)
	result["events"], err = eventsOf(ctx, at, "city")
	return result, err
}
